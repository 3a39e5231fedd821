import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GivenApi } from "@/lib/carriers/http/declared-api";
import { openLog, setLog } from "@/lib/log";
import { openCarrier, PASSWORD, WEBHOOK_TOKEN } from "@/tests/support/provider/http-carrier";
import { FaultyProvider, type ProviderAnswer, type ProviderRequest } from "@/tests/support/provider/provider";

let provider: FaultyProvider;
let told = "";

beforeEach(async () => {
  provider = await FaultyProvider.start();
  told = "";
  setLog(openLog("trace", { write: (line) => (told += line) }));
});
afterEach(async () => {
  setLog(undefined);
  await provider.stop();
});

const CODE = "482913";
const BASIC = Buffer.from(`gateway:${PASSWORD}`).toString("base64");

/** All secrets, short enough together to be one code of the provider's. */
const SECRETS = `${CODE} ${PASSWORD} ${WEBHOOK_TOKEN}`;
const SECRET = new RegExp([CODE, "hush", WEBHOOK_TOKEN, BASIC.slice(0, 16)].join("|"));

/** An API with every secret at every place of a request. It uses the provider's texts as codes. */
const api = (): GivenApi => ({
  request: {
    method: "POST",
    url: `${provider.url}/{username}/send?key={password}&text={text}`,
    encoding: "json",
    headers: { Authorization: "Basic {basicAuth}" },
    fields: { to: "{msisdn}", text: "{text}", password: "{password}", report: "{reportUrl}" },
  },
  success: { statuses: [200], has: "/id" },
  reference: "/id",
  errorCode: "/error",
  report: { reference: "/id", status: "/status", statuses: { delivered: 1 } },
});

const TEXT = { body: `Your code is ${CODE}`, maskedBody: "Your code is ******" };

const open = () =>
  openCarrier(provider.url, {
    preset: undefined,
    url: undefined,
    api: api(),
    timers: { answerTimeoutMs: 100 },
  });

/** Returns all of a request in an answer, with the secrets as its code. */
const echo = ({ method, path, query, headers, body }: ProviderRequest) =>
  JSON.stringify({ error: SECRETS, method, path, query: `${query}`, headers, body });

const ANSWERS: [string, (request: ProviderRequest) => ProviderAnswer][] = [
  ...[200, 302, 400, 401, 403, 404, 408, 429, 500, 503].map(
    (status): [string, (request: ProviderRequest) => ProviderAnswer] => [
      `${status} with the request as its code, body and headers`,
      (request) => ({
        status,
        body: echo(request),
        headers: { location: `/again?key=${CODE}`, "retry-after": SECRETS, "www-authenticate": BASIC },
      }),
    ],
  ),
  ["a page", (request) => ({ headers: { "content-type": "text/html" }, body: echo(request) })],
  ["more than is read", (request) => ({ body: echo(request).repeat(200) })],
  ["no HTTP", () => ({ raw: `${SECRETS}\r\n\r\n` })],
  ["a broken status", () => ({ raw: `HTTP/1.1 ${SECRETS}\r\n\r\n` })],
  ["a broken header", () => ({ raw: `HTTP/1.1 200 OK\r\n${SECRETS}\r\n\r\n` })],
  ["a broken length", () => ({ raw: `HTTP/1.1 200 OK\r\ncontent-length: ${SECRETS}\r\n\r\n` })],
  ["an end within the answer", () => ({ raw: `HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n${SECRETS}` })],
  ["another protocol", () => ({ raw: `HTTP/1.1 101 ${SECRETS}\r\nupgrade: ${BASIC}\r\n\r\n` })],
  ["a reset", () => "reset"],
  ["silence", () => "silence"],
];

describe("the log, and what is told of a carrier's health", () => {
  it.each(ANSWERS)("has no secret, text or code after %s", async (_, answer) => {
    provider.script = answer;
    const { carrier, submit, answersOf } = open();
    const ids = submit(TEXT);
    await expect.poll(() => answersOf(ids)).toHaveLength(1);
    told += JSON.stringify(carrier.health());
    await carrier.stop(new Date());
    expect(JSON.stringify(provider.requests)).toMatch(SECRET);
    expect(told).not.toMatch(SECRET);
  });

  it("names the status of a login that is refused by a code that nobody knows", async () => {
    provider.script = (request) => ({ status: 401, body: echo(request) });
    const { carrier, submit, answersOf } = open();
    const ids = submit(TEXT);
    await expect.poll(() => answersOf(ids)).toMatchObject([{ outcome: "later", code: SECRETS }]);
    expect(told).toContain('"code":"HTTP 401","msg":"a provider refuses the login"');
    expect(carrier.health().reason).toBe("The provider refuses the login. (HTTP 401)");
    await carrier.stop(new Date());
  });

  it("has nothing of a webhook that cannot be read", async () => {
    const { carrier } = open();
    const target = `/gateway/carriers/kannel/report?token=${WEBHOOK_TOKEN}&text=${CODE}`;
    const body = Buffer.from(JSON.stringify({ text: SECRETS }));
    const webhook = { method: "POST", target, body, header: () => null, receivedAt: new Date() };
    expect(carrier.takeWebhook("report", webhook)).toMatchObject({ unreadable: [{ kind: "report" }] });
    expect(told).toContain("a webhook could not be read");
    expect(told).not.toMatch(SECRET);
    await carrier.stop(new Date());
  });
});
