import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BodyBudget, bodyBudget } from "@/lib/http/body/body-budget";
import { listen } from "@/server/base/listen";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";
import { mountRoutes } from "@/server/http/mounted-routes";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const KIB = 1024;
const MIB = 1024 * KIB;
const FORM = "application/x-www-form-urlencoded";
const NOTHING = { unverified: 0, small: 0, large: 0 };
const JSON_TYPE = "application/json";

let gateway: GatewayServer;
let port: number;
let account: TestAccount;
beforeAll(async () => {
  account = await testAccount();
  gateway = createGatewayServer((_, response) => response.end(), 0, await mountRoutes());
  port = await listen(gateway.server, 0, "127.0.0.1");
});
afterAll(() => {
  gateway.server.close();
  gateway.server.closeAllConnections();
});
afterEach(() => {
  Object.assign(globalThis, { gatewayBodies: undefined });
});

type RequestHead = { type?: string; isKnown?: boolean; length?: number };

/** Returns the head of a request. Without a length its body comes in chunks. */
function head({ type = JSON_TYPE, isKnown = false, length }: RequestHead): string {
  const query = isKnown
    ? `?${new URLSearchParams({ userId: account.userId, password: account.password })}`
    : "";
  const framing = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  return `POST /gateway/sms/out${query} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`;
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Returns the response to a client that reads only after it has sent everything. */
async function exchange(...sent: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  for (const text of sent) if (!socket.write(text)) await once(socket, "drain");
  return readAnswer(socket);
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = "";
  for await (const data of socket) {
    answer += data;
    const [front = "", body] = answer.split("\r\n\r\n");
    if (answer.endsWith("\r\n0\r\n\r\n")) break;
    if (body?.length === Number(/content-length: (\d+)/i.exec(front)?.[1])) break;
  }
  return answer;
}

describe("a body that is too large", () => {
  const filled = (bytes: number) => `{"body":"${"a".repeat(bytes - 11)}"}`;

  it.each([
    ["of a caller that nobody knows, in chunks", {}, 64 * KIB],
    ["of a known caller, in chunks", { isKnown: true }, 4 * MIB],
    ["of a form, in chunks", { type: FORM, isKnown: true }, 64 * KIB],
  ])("is answered with 413: %s", async (_, sent, most) => {
    const body = filled(most + 1).padEnd(most + MIB);
    const chunks = Array.from({ length: body.length / 10_000 + 1 }, (_, index) =>
      chunk(body.slice(index * 10_000, (index + 1) * 10_000) || " "),
    );
    const answer = await exchange(head(sent), ...chunks, "0\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(answer).toContain('"code":"body_too_large"');
    expect(bodyBudget().bytes).toEqual(NOTHING);
  });

  it.each<[string, RequestHead]>([
    ["of a form", { type: FORM, length: 64 * KIB + 1 }],
    ["of JSON", { length: 4 * MIB + 1 }],
    ["of JSON of a known caller", { isKnown: true, length: 4 * MIB + 1 }],
  ])("is answered with 413 at once where it is announced: %s", async (_, sent) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(head(sent));
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("is taken where it is as large as it may be, in chunks too", async () => {
    const body = filled(4 * MIB);
    for (const answer of [
      await exchange(head({ isKnown: true, length: body.length }), body),
      await exchange(head({ isKnown: true }), chunk(body), "0\r\n\r\n"),
    ]) {
      expect(answer).toContain("Parameter 'to' is required.");
    }
  });

  it("is not waited for where its credentials are wrong", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(head({ isKnown: true, length: 4 * MIB }).replace("password=", "password=wrong"));
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe("a larger body with its credentials in it", () => {
  const to = Array.from({ length: 10_000 }, (_, index) => `not a number ${index}`);
  const bodyOf = (first: object, last: object = {}) =>
    JSON.stringify({ ...first, messageClass: "marketing", body: "Kia ora", sandbox: true, to, ...last });
  const own = () => ({ userId: account.userId, password: account.password });

  it.each<[string, (body: string) => string[]]>([
    ["announced", (body) => [head({ length: body.length }), body]],
    ["in one chunk", (body) => [head({}), chunk(body), "0\r\n\r\n"]],
    [
      "in chunks of 1,000 bytes",
      (body) => [head({}), ...(body.match(/.{1,1000}/gs) ?? []).map(chunk), "0\r\n\r\n"],
    ],
  ])("reaches ten thousand recipients where they are first: %s", async (_, sent) => {
    const answer = await exchange(...sent(bodyOf(own())));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodyBudget().bytes).toEqual(NOTHING);
  });

  it("is asked to put them first if they are not", async () => {
    const body = bodyOf({}, own());
    const answer = await exchange(head({ length: body.length }), body);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain("Put the credentials first in the JSON body");
    expect(bodyBudget().bytes).toEqual(NOTHING);
  });

  it("is refused without its rest if they are wrong", async () => {
    const body = bodyOf({ ...own(), password: "wrong" });
    const socket = connect(port, "127.0.0.1");
    socket.write(head({ length: body.length }));
    socket.write(body.slice(0, 64 * KIB + 1));
    expect(await readAnswer(socket)).toMatch(/^HTTP\/1\.1 401 /);
    expect(bodyBudget().bytes).toEqual(NOTHING);
  });

  it("counts as a verified caller's once they are verified, and leaves the stranger's place", async () => {
    const body = bodyOf(own());
    const sockets = Array.from({ length: 3 }, () => connect(port, "127.0.0.1"));
    // The server reads two unverified bodies of one address at once.
    for (const socket of sockets) socket.write(head({ length: body.length }) + body.slice(0, 100 * KIB));
    await expect.poll(() => bodyBudget().bytes).toEqual({ ...NOTHING, large: 300 * KIB });
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => bodyBudget().bytes).toEqual(NOTHING);
  });
});

describe("the budget of bodies", () => {
  const limits = { mostBytes: 300 * KIB, mostBytesEach: 200 * KIB };
  const rooms = { unverified: limits, small: limits, large: limits };

  it("refuses what has no room in it, counts what has arrived, and has room again when that is gone", async () => {
    Object.assign(globalThis, { gatewayBodies: new BodyBudget(rooms) });
    const unfinished = connect(port, "127.0.0.1");
    unfinished.write(head({ isKnown: true, length: MIB }));
    unfinished.write(" ".repeat(150 * KIB));
    await expect.poll(() => bodyBudget().bytes.large).toBe(150 * KIB);
    const refused = await exchange(head({ isKnown: true, length: 100 * KIB }), " ".repeat(100 * KIB));
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/\r\nRetry-After: 1\r\n/i);
    expect(refused).toContain('"code":"unavailable"');
    // Small bodies have a room of their own.
    expect(await exchange(head({ isKnown: true, length: 2 }), "{}")).toMatch(/^HTTP\/1\.1 400 /);
    unfinished.destroy();
    await expect.poll(() => bodyBudget().bytes).toEqual(NOTHING);
    const body = `{"body":"${"a".repeat(150 * KIB)}"}`;
    expect(await exchange(head({ isKnown: true, length: body.length }), body)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("counts of a body that is announced only the bytes that have come", async () => {
    Object.assign(globalThis, { gatewayBodies: new BodyBudget(rooms) });
    const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.write(`${head({ isKnown: true, length: 4 * MIB })}{`);
    await expect.poll(() => bodyBudget().bytes).toEqual({ ...NOTHING, small: 20 });
    for (const socket of sockets) socket.destroy();
  });

  it("is nobody's who announces short bodies and sends nothing, however many", async () => {
    let begun = 0;
    gateway.server.on("request", () => begun++);
    const sockets = Array.from({ length: 1_100 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) socket.on("error", () => {}).write(head({ length: 16 * KIB }));
    await expect.poll(() => begun).toBe(1_100);
    // If more than a thousand wait, they are read in chunks.
    for (const isKnown of [false, true]) {
      expect(await exchange(head({ isKnown, length: 2 }), "{}")).toMatch(/^HTTP\/1\.1 40[01] /);
    }
    expect(bodyBudget().bytes).toEqual(NOTHING);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => bodyBudget().beginOnePiece()).not.toBeNull();
  });
});
