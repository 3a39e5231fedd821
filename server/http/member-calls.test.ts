import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createGatewayServer, type GatewayServer } from "@/server/http/http-server";
import { answerMembers } from "@/server/http/member-calls";
import { useTestDatabase } from "@/tests/support/database/database";
import { cookieOf } from "@/tests/support/member";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";
import { PATH_CASES } from "@/tests/support/server/member-paths";
import { askPlainly, sendWithoutEnd } from "@/tests/support/server/plain-http";

useTestDatabase();

/** The status of requests that a worker forwards to the process of the pages. */
const FORWARDED = 418;

let gateway: GatewayServer;
let port: number;
let account: TestAccount;
let session: Record<string, string>;
beforeAll(async () => {
  gateway = createGatewayServer(
    answerMembers((_, response) => response.writeHead(FORWARDED).end()),
    0,
  );
  gateway.server.listen(0, "127.0.0.1");
  await once(gateway.server, "listening");
  port = (gateway.server.address() as AddressInfo).port;
  account = await testAccount();
  session = { host: "gateway.test", cookie: await cookieOf(account), "sec-fetch-site": "same-origin" };
});
afterAll(() => gateway.drain());

const ask = (method: string, path: string, body?: string) =>
  askPlainly(port, { method, path, headers: { ...session, "content-type": "application/json" }, body });

it.each(PATH_CASES)("$method $path is answered with $status", async (given) => {
  const { method, path, status, allow, isForwarded } = given;
  const headers = { host: "gateway.test", "sec-fetch-site": "same-origin" };
  const answer = await askPlainly(port, { method, path, headers });
  const expected = isForwarded ? [FORWARDED, null] : [status, allow];
  expect([answer.status, answer.headers.get("allow")]).toEqual(expected);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

describe("a member", () => {
  it("reads, changes, and finds the change", async () => {
    const added = await ask("POST", "/api/members/templates", '{"name":"Hours","text":"From 9 to 5."}');
    expect([added.status, JSON.parse(added.body.toString())]).toMatchObject([200, { success: true }]);
    const listed = await ask("GET", "/api/members/templates");
    expect(JSON.parse(listed.body.toString())).toMatchObject({ templates: [{ name: "Hours" }] });
    expect(Object.fromEntries(listed.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-content-type-options": "nosniff",
    });
  });

  it("gets no body in answer to HEAD", async () => {
    const statement = `billing/statement/pdf?month=${new Date().toISOString().slice(0, 7)}`;
    for (const path of ["templates", "contacts/export", statement]) {
      const answer = await ask("HEAD", `/api/members/${path}`);
      expect([answer.status, answer.body.length]).toEqual([200, 0]);
    }
  });

  it("takes a file piece by piece", async () => {
    const { accountId } = account;
    const contacts = Array.from({ length: 2_500 }, (_, index) => ({
      id: newId(),
      createdAt: new Date(),
      accountId,
      msisdn: String(64_210_000_000 + index),
      name: `Contact ${index}`,
    }));
    await db().prisma.contact.createMany({ data: contacts });
    const answer = await ask("GET", "/api/members/contacts/export");
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="contacts.csv"');
    expect(answer.headers.get("transfer-encoding")).toBe("chunked");
    expect(answer.body.toString().trim().split("\n")).toHaveLength(2_501);
  });

  it("takes a statement whose bytes are no text", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const answer = await ask("GET", `/api/members/billing/statement/pdf?month=${month}`);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.body.subarray(0, 5).toString()).toBe("%PDF-");
    expect(answer.body.subarray(-6).toString()).toContain("%%EOF");
  });

  it("gets what is long compressed as the browser allows it, whole and piece by piece", async () => {
    for (let number = 0; number < 5; number++)
      await ask(
        "POST",
        "/api/members/templates",
        JSON.stringify({ name: `Long ${number}`, text: "Kia ora. ".repeat(60) }),
      );
    for (const path of ["/api/members/templates", "/api/members/contacts/export"]) {
      const plain = await ask("GET", path);
      const headers = { ...session, "accept-encoding": "gzip" };
      const packed = await askPlainly(port, { method: "GET", path, headers });
      expect([plain.headers.get("content-encoding"), packed.headers.get("content-encoding")]).toEqual([
        null,
        "gzip",
      ]);
      expect(packed.headers.get("vary")).toContain("Accept-Encoding");
      expect(gunzipSync(packed.body).toString()).toBe(plain.body.toString());
    }
  });

  it("who leaves while a file is being read keeps nobody from the next one", async () => {
    const socket = connect(port, "127.0.0.1");
    const lines = [
      "GET /api/members/contacts/export HTTP/1.1",
      ...Object.entries(session).map((line) => line.join(": ")),
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "data");
    socket.destroy();
    expect((await ask("GET", "/api/members/contacts/export")).status).toBe(200);
  });

  it("is refused with a body over the limit, and the rest is not read", async () => {
    const { answer, bytes } = await sendWithoutEnd(port, "POST /api/members/password/forgotten");
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(bytes).toBeLessThan(50_000_000);
    const long = await ask("POST", "/api/members/templates", JSON.stringify({ name: "x".repeat(5 << 20) }));
    expect(long.status).toBe(413);
  });

  it("is refused at a page of another site", async () => {
    const headers = { ...session, "sec-fetch-site": "cross-site" };
    const answer = await askPlainly(port, {
      method: "POST",
      path: "/api/members/templates",
      headers,
      body: "{}",
    });
    expect(answer.status).toBe(403);
  });
});
