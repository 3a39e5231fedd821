import { once } from "node:events";
import http from "node:http";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "@/server/base/free-port";
import { assistant, person } from "@/tests/support/mcp/assistant";
import { HELLO } from "@/tests/support/mcp/gateway";

const KEY = { GATEWAY_CLIENT_ID: "cid_0a1b2c3d", GATEWAY_CLIENT_SECRET: "csk_a-secret" };
const SENT = {
  success: true,
  status: "accepted",
  message_id: "1",
  to: "64211234567",
  from: "552",
  parts: 1,
};
const SANDBOX = {
  ...SENT,
  status: "sandbox",
  sandbox: true,
  sandbox_message: "Kia ora",
  sandbox_would_charge: 0.115,
};
const TOTALS = { messages: 0, segments: 0, amount: 0, gst: 0, totalInclGst: 0 };
const FILTERS = { rateCode: null, start_date: "2026-11-01 00:00:00", end_date: "2026-11-30 23:59:59" };

type ReceivedRequest = {
  path: string;
  key: string | undefined;
  token: string | undefined;
  body: Record<string, unknown>;
};
type Answer = { status: number; body: unknown; headers?: Record<string, string> };

const bulk = (message: object): Answer => ({
  status: 200,
  body: { success: true, status: "bulk", messages: [message], summary: { total: 1, sent: 1, failed: 0 } },
});
const refusal = (status: number, code: string, headers = {}): Answer => ({
  status,
  headers,
  body: { success: false, error: `It is ${code}.`, code },
});

/** Starts a gateway that answers sends according to a script, and accepts everything else. */
async function scripted(script: (asked: ReceivedRequest, sends: number) => Answer | "hang up" | undefined) {
  const asked: ReceivedRequest[] = [];
  let tokens = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization, "idempotency-key": key } = request.headers;
    const one: ReceivedRequest = {
      path: request.url ?? "",
      token: authorization,
      key: key as string | undefined,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    asked.push(one);
    const sends = asked.filter(({ path, body }) => path.endsWith("/out") && body.sandbox !== true).length;
    const answer = script(one, sends) ?? usual(one, () => ++tokens);
    if (answer === "hang up") return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers);
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { asked, settings: { ...KEY, GATEWAY_URL: `http://127.0.0.1:${port}/` } };
}

function usual({ path, body }: ReceivedRequest, token: () => number): Answer {
  if (path === "/gateway/auth/token")
    return { status: 200, body: { access_token: `t${token()}`, token_type: "Bearer", expires_in: 86_400 } };
  if (path === "/gateway/billing/query") {
    const summary = { status: "success", mode: "summary", rateCodes: [], totals: TOTALS, filters: FILTERS };
    return { status: 200, body: summary };
  }
  return bulk(body.sandbox ? SANDBOX : SENT);
}

const isSend = ({ path, body }: ReceivedRequest) => path === "/gateway/sms/out" && body.sandbox !== true;

it.each([
  ["not answered", "hang up"],
  ["answered that nobody can tell", refusal(500, "internal_error")],
  ["answered that nothing was done", refusal(503, "unavailable")],
  ["answered by a proxy", { status: 502, body: "<html>" }],
] as const)("a send that is %s is repeated with the same key", async (_, first) => {
  const { asked, settings } = await scripted((one, sends) => (isSend(one) && sends < 3 ? first : undefined));
  const { call } = await assistant(settings, { person: person() });
  expect((await call("send_message", HELLO)).value).toMatchObject({ messages: [{ message_id: "1" }] });
  const sends = asked.filter(isSend);
  expect(sends).toHaveLength(3);
  expect(sends[0]?.key).toMatch(/^mcp-[\w-]{24}$/);
  expect(new Set(sends.map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
});

it("a send that is never answered may be tried again by the same confirmation, and the same key", async () => {
  let isDown = true;
  const { asked, settings } = await scripted((one) => (isSend(one) && isDown ? "hang up" : undefined));
  const { call } = await assistant(settings);
  const { confirmation } = (await call("preview_message", HELLO)).value;
  const unknown = await call("send_message", { ...HELLO, confirmation });
  expect(unknown.text).toMatch(/^outcome_unknown: .*is not known.*messageId 'mcp-[0-9a-f]{20}'/);
  isDown = false;
  expect((await call("send_message", { ...HELLO, confirmation })).isError).toBe(false);
  expect(new Set(asked.filter(isSend).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
});

it("a send that is never answered keeps its key when the person is asked again", async () => {
  let isDown = true;
  const { asked, settings } = await scripted((one) => (isSend(one) && isDown ? "hang up" : undefined));
  const someone = person();
  const { call } = await assistant(settings, { person: someone });
  expect((await call("send_message", HELLO)).text).toMatch(/^outcome_unknown: /);
  someone.says = () => ({ action: "decline" });
  expect((await call("send_message", HELLO)).text).toMatch(/^declined: /);
  someone.says = person().says;
  isDown = false;
  expect((await call("send_message", HELLO)).isError).toBe(false);
  expect(new Set(asked.filter(isSend).map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1);
  // The outcome is known now, and the next message is another one.
  expect((await call("send_message", HELLO)).isError).toBe(false);
  expect(new Set(asked.filter(isSend).map(({ key }) => key)).size).toBe(2);
  expect(someone.questions).toHaveLength(4);
});

it("a send that is not answered, and refused when it is repeated, keeps its key for a new preview", async () => {
  let isDown = true;
  const { asked, settings } = await scripted((one, sends) =>
    isSend(one) && isDown ? (sends === 1 ? "hang up" : refusal(503, "unavailable")) : undefined,
  );
  const { call } = await assistant(settings);
  const first = (await call("preview_message", HELLO)).value;
  const unknown = await call("send_message", { ...HELLO, confirmation: first.confirmation });
  expect(unknown.text).toMatch(/^outcome_unknown: It is unavailable\. The outcome of the send is not known/);
  isDown = false;
  const { confirmation } = (await call("preview_message", HELLO)).value;
  expect((await call("send_message", { ...HELLO, confirmation })).isError).toBe(false);
  expect(new Set(asked.filter(isSend).map(({ key }) => key)).size).toBe(1);
});

it("what is only read was not done where it is not answered: nothing was sent, and the yes still counts", async () => {
  let isDown = false;
  const { asked, settings } = await scripted(({ path }) =>
    path.endsWith("/billing/query") && isDown ? "hang up" : undefined,
  );
  const { call } = await assistant(settings);
  const { confirmation } = (await call("preview_message", HELLO)).value;
  const lookup = { number: "0211234567" };
  const toLookUp = (await call("number_lookup", lookup)).value;
  isDown = true;
  const failed = [
    await call("send_message", { ...HELLO, confirmation }),
    await call("number_lookup", { ...lookup, confirmation: toLookUp.confirmation }),
    await call("billing"),
  ];
  for (const { text } of failed) expect(text).toMatch(/^unreachable: .* can't be reached \(\w+\)\.$/);
  expect(asked.filter(isSend)).toEqual([]);
  isDown = false;
  expect((await call("send_message", { ...HELLO, confirmation })).isError).toBe(false);
});

it("a call that the client has given up sends nothing, whatever the person says then", async () => {
  const { asked, settings } = await scripted(() => undefined);
  const someone = person();
  const { client, call } = await assistant(settings, { person: someone });
  let answer = (_: ElicitResult) => {};
  someone.says = () => new Promise<ElicitResult>((resolve) => (answer = resolve));
  const given = { name: "send_message", arguments: HELLO };
  await expect(client.callTool(given, { timeout: 300 })).rejects.toThrow(/timed out/i);
  answer({ action: "accept", content: { confirm: true } });
  // A preview calls the gateway like a send does before it sends.
  for (let times = 0; times < 3; times++) await call("preview_message", HELLO);
  expect(someone.questions).toHaveLength(1);
  expect(asked.filter(isSend)).toEqual([]);
});

it("the day of the limit is the gateway's, whatever this computer's clock says", async () => {
  const headers = { date: "Fri, 01 Jan 2027 12:00:00 GMT" };
  const { asked, settings } = await scripted((one) => ({ ...usual(one, () => 1), headers }));
  const { call } = await assistant(settings);
  await call("preview_message", HELLO);
  expect(asked.find(({ path }) => path.endsWith("/billing/query"))?.body).toEqual({
    start_date: "2027-01-02",
    end_date: "2027-01-02",
    rateCode: "mcp-0a1b2c3d",
  });
});

it("a lookup that is not answered is neither repeated nor forgotten", async () => {
  const isLookup = ({ path }: ReceivedRequest) => path === "/gateway/number/lookup";
  const { asked, settings } = await scripted((one) => (isLookup(one) ? "hang up" : undefined));
  const { call } = await assistant({ ...settings, MCP_DAILY_LIMIT: "0.00575" });
  const { confirmation } = (await call("number_lookup", { number: "0211234567" })).value;
  const lost = await call("number_lookup", { number: "0211234567", confirmation });
  expect(lost.text).toMatch(/^unreachable: .* Its outcome is not known\.$/);
  expect(asked.filter(isLookup)).toHaveLength(1);
  const again = await call("number_lookup", { number: "0211234567", confirmation });
  expect(again.text).toContain("The outcome of the lookup is not known.");
  expect((await call("preview_message", HELLO)).text).toContain("daily_limit_reached");
});

it("a higher price than the one that was shown needs another yes", async () => {
  let price = 0.115;
  const { asked, settings } = await scripted(({ body }) =>
    body.sandbox ? bulk({ ...SANDBOX, sandbox_would_charge: price }) : undefined,
  );
  const { call } = await assistant(settings);
  const { confirmation } = (await call("preview_message", HELLO)).value;
  price = 0.116;
  expect((await call("send_message", { ...HELLO, confirmation })).text).toMatch(/^price_changed: /);
  expect(asked.filter(isSend)).toEqual([]);
  price = 0.115;
  expect((await call("send_message", { ...HELLO, confirmation })).isError).toBe(false);
});

it("a token is asked for once, and again when it has been ended", async () => {
  const { asked, settings } = await scripted(({ token }) =>
    token === "Bearer t1" && asked.length > 4 ? refusal(401, "invalid_credentials") : undefined,
  );
  const { call } = await assistant(settings);
  await Promise.all([call("billing"), call("billing"), call("billing")]);
  expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual(["token", "query", "query", "query"]);
  expect((await call("billing")).isError).toBe(false);
  expect((await call("billing")).isError).toBe(false);
  expect(asked.filter(({ path }) => path.endsWith("token"))).toHaveLength(2);
});

it("a key that is wrong is told in the API's words, without the key", async () => {
  const { settings } = await scripted(({ path }) =>
    path.endsWith("token")
      ? {
          status: 401,
          body: { success: false, error: "invalid_client", message: "No such key.", code: "invalid_client" },
        }
      : undefined,
  );
  const { call, log } = await assistant(settings);
  const { text } = await call("balance");
  expect(text).toBe("invalid_client: invalid_client: No such key.");
  expect(text + log.join()).not.toContain("csk_");
});

it("a redirect is not followed: the key stays where it was meant for", async () => {
  const other = await scripted(() => undefined);
  const { settings } = await scripted(() => ({
    status: 307,
    body: "",
    headers: { location: `${other.settings.GATEWAY_URL}gateway/auth/token` },
  }));
  const { call } = await assistant(settings);
  expect((await call("balance")).text).toContain("Set GATEWAY_URL to the address it redirects to.");
  expect(other.asked).toEqual([]);
});

it("a gateway that is not there, or asks to wait for long, is told in a sentence", async () => {
  const { asked, settings } = await scripted(({ path }) =>
    path.endsWith("/query") ? refusal(429, "too_many_requests", { "retry-after": "60" }) : undefined,
  );
  const busy = await assistant(settings);
  expect((await busy.call("billing")).text).toBe("too_many_requests: It is too_many_requests.");
  expect(asked).toHaveLength(2);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const gone = await assistant({ ...KEY, GATEWAY_URL: nowhere });
  expect((await gone.call("balance")).text).toBe(
    `unreachable: The gateway at ${nowhere} can't be reached (ECONNREFUSED).`,
  );
});
