import { expect, it } from "vitest";
import { configuration } from "@/app/docs/(guides)/assistants/configuration";
import { TOOLS } from "@/app/docs/(guides)/assistants/tools";
import { blocks, PAGES } from "@/tests/support/pages";

const document = PAGES.find(({ file }) => file === "docs/mcp.md")?.text ?? "";

it("are those of the MCP server, with what is billed", () => {
  const written = [...document.matchAll(/^\| `(\w+)` \|.*\| (yes|no) \|$/gm)];
  expect(written).toHaveLength(9);
  expect(TOOLS.map(([tool, , billed]) => [tool, billed?.toLowerCase()])).toEqual(
    written.map(([, tool, billed]) => [tool, billed]),
  );
});

it("are started by the configuration that the MCP server is tested with", () => {
  const [published = ""] = blocks("json").filter((block) => block.includes("mcpServers"));
  expect(JSON.parse(configuration("https://sms.example.co.nz", null))).toEqual(JSON.parse(published));
});

it("have a limit of their own, beside that of the key, which nothing exceeds", () => {
  const text = document.replaceAll("\n", " ");
  expect(text).toContain("exceed `MCP_DAILY_LIMIT` by one call. It binds the assistant's tools");
  expect(text).toContain("(rules/access.md#key-limits) is the gateway's own, and nothing exceeds it");
});
