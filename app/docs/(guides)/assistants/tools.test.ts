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
  expect(JSON.parse(configuration("https://sms.example.co.nz"))).toEqual(JSON.parse(published));
});

it("alone are bound by the limit, of which the key has none", () => {
  expect(document.replaceAll("\n", " ")).toContain("The limit binds the assistant's tools, not the key");
  expect(document).not.toMatch(/limit\s+of\s+its\s+own/);
});
