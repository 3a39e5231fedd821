import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandFile } from "@/scripts/lib/bundle.mjs";
import { ROOT } from "@/server/base/root";
import { runCommandFile } from "@/tests/support/commands/commands";
import { callTool, dataFolder, newClient, person } from "@/tests/support/mcp/assistant";
import { HELLO, keyed, useGateway } from "@/tests/support/mcp/gateway";
import { blocks } from "@/tests/support/pages";
import { messagesOf } from "@/tests/support/server/gateway";

useGateway();

/** Connects a client whose MCP server is a process of its own, as a desktop assistant starts it. */
async function connected(
  settings: Record<string, string>,
  isModern: boolean,
  someone = person(),
  start = { command: process.execPath, args: [commandFile("mcp")] },
) {
  const client = newClient(someone, isModern);
  const transport = new StdioClientTransport({
    ...start,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: dataFolder(), ...settings },
    cwd: ROOT,
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk) => {
    log += chunk;
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, log: () => log };
}

describe("npm run mcp", () => {
  it.each([
    ["an older", false],
    ["a newer", true],
  ])("serves %s client over stdio, and says on stderr what was called", async (_, isModern) => {
    const { accountId, settings } = await keyed();
    const someone = person();
    const { client, log } = await connected(settings, isModern, someone);
    expect((await client.listTools()).tools).toHaveLength(9);
    const sent = await callTool(client, "send_message", HELLO);
    expect(sent.value).toMatchObject({ price: "0.115", leftToday: "4.885" });
    expect(someone.questions).toHaveLength(1);
    expect(await messagesOf(accountId)).toMatchObject([{ body: HELLO.body }]);
    await expect.poll(log).toMatch(/^mcp: serving the account of cid_\S+ at http/);
    await expect.poll(log).toMatch(/^mcp: send_message: done in \d+ ms$/m);
    expect(log()).not.toMatch(/csk_|Kia ora|64211234567/);
  });

  it("starts as its page has an assistant start it", async () => {
    const [published = ""] = blocks("json").filter((block) => block.includes("mcpServers"));
    const { command, args, env } = JSON.parse(published).mcpServers.sms;
    const { settings } = await keyed();
    expect(Object.keys({ ...settings, MCP_DAILY_LIMIT: "" }).sort()).toEqual(Object.keys(env).sort());
    const start = {
      command,
      args: args.map((arg: string) => arg.replace("/path/to/messaging-gateway", ROOT)),
    };
    const { client } = await connected({ ...env, ...settings }, false, person(), start);
    expect((await callTool(client, "balance", {})).value).toMatchObject({ dailyLimit: env.MCP_DAILY_LIMIT });
  });

  it("ends when its client goes", async () => {
    const { settings } = await keyed();
    const { client, transport } = await connected(settings, false);
    const { pid } = transport;
    await client.close();
    const isRunning = () => {
      try {
        return process.kill(pid as number, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning).toBe(false);
  });

  it.each([
    [{}, "Setting GATEWAY_CLIENT_ID is missing: it is the client ID of an API key, beginning with cid_."],
    [
      { GATEWAY_CLIENT_ID: "cid_1", GATEWAY_CLIENT_SECRET: "hush" },
      "Setting GATEWAY_CLIENT_SECRET must be the client secret of an API key, beginning with csk_.",
    ],
    [
      { GATEWAY_CLIENT_ID: "cid_1", GATEWAY_CLIENT_SECRET: "csk_1", MCP_DAILY_LIMIT: "none" },
      "Setting MCP_DAILY_LIMIT must be an amount of dollars with at most six decimals.",
    ],
    [
      { GATEWAY_CLIENT_ID: "cid_1", GATEWAY_CLIENT_SECRET: "csk_1", GATEWAY_URL: "localhost" },
      "Setting GATEWAY_URL must be an http:// or https:// address.",
    ],
  ])("says in one sentence what is missing or wrong: %j", async (settings, sentence) => {
    expect(await runCommandFile("mcp", [], settings)).toMatchObject({
      code: 1,
      out: "",
      err: `${sentence}\n`,
    });
  });
});

it("nothing else loads the SDK: the server starts without it", () => {
  const dist = path.dirname(path.dirname(commandFile("mcp")));
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  expect(files.length).toBeGreaterThan(20);
  const loading = files.filter((file) =>
    readFileSync(path.join(dist, file), "utf8").includes("@modelcontextprotocol/"),
  );
  expect(loading.map((file) => file.replaceAll("\\", "/"))).toEqual(["scripts/mcp.js"]);
});
