import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { useTestDatabase } from "@/tests/support/database/database";
import { askPlainly } from "@/tests/support/server/plain-http";
import { killServers, startServer } from "@/tests/support/server/production-server";

useTestDatabase();

const PUBLIC = path.join(ROOT, "public");

/** The content types of published files by the end of the file's name. Code is a text to read. */
const TYPES: Readonly<Record<string, string>> = {
  ".cs": "text/plain; charset=utf-8",
  ".go": "text/plain; charset=utf-8",
  ".mjs": "text/plain; charset=utf-8",
  ".php": "text/plain; charset=utf-8",
  ".py": "text/plain; charset=utf-8",
  ".rb": "text/plain; charset=utf-8",
  ".sh": "text/plain; charset=utf-8",
  ".png": "image/png",
};

const FILES = readdirSync(PUBLIC, { recursive: true, encoding: "utf8" })
  .filter((name) => path.extname(name) !== "")
  .map((name) => ({ name, target: `/${name.split(path.sep).join("/")}` }));

let address: string;
beforeAll(async () => {
  ({ address } = await startServer({ PAGES: "yes" }));
});
afterAll(killServers);

const ask = (target: string, init: RequestInit = {}) =>
  fetch(new URL(target, address), { redirect: "manual", ...init });

describe.each(FILES)("$target", ({ name, target }) => {
  it("is served unchanged, with its type", async () => {
    const content = readFileSync(path.join(PUBLIC, name));
    const answer = await ask(target);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, TYPES[path.extname(name)]]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    const head = await ask(target, { method: "HEAD", headers: { "accept-encoding": "identity" } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(content.length)]);
    expect(await head.text()).toBe("");
  });

  it("is not sent again to a reader with a copy, and is sent in part on request", async () => {
    // `fetch` adds `Cache-Control: no-cache` to conditional requests.
    const read = (headers: Record<string, string>) =>
      askPlainly(Number(new URL(address).port), { method: "GET", path: target, headers });
    const etag = (await read({})).headers.get("etag") ?? "";
    const again = await read({ "if-none-match": etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const part = await read({ range: "bytes=0-3" });
    expect([part.status, part.body.length]).toEqual([206, 4]);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("is not for %s", async (method) => {
    const answer = await ask(target, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
  });
});

it("reads every encoding of a name in the same way, with any ending", async () => {
  const statuses = async (extension: string) => {
    const targets = [`verify%2e${extension}`, `%76erify.${extension}`, `verify.${extension}?download=1`];
    return Promise.all(targets.map(async (name) => (await ask(`/samples/${name}`)).status));
  };
  expect(await statuses("php")).toEqual(await statuses("py"));
});

it.each(["/samples/verify.PHP", "/samples/verify.php/", "/samples/nope.php", "/samples/%2e%2e%2fverify.php"])(
  "there is nothing at %s, as the API says it",
  async (target) => {
    const answer = await ask(target);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
  },
);

/** Returns the addresses on this site that a page or a document names, without fragments. */
function addressesIn(text: string): string[] {
  const found = [...text.matchAll(/\b(?:href|src)="([^"]+)"/g), ...text.matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, named = ""]) => named.replaceAll("&amp;", "&"),
  );
  return found
    .filter((named) => named.startsWith("/") || named.startsWith(`${address}/`))
    .map((named) => new URL(named, address))
    .filter(({ origin }) => origin === address)
    .map(({ pathname, search }) => pathname + search);
}

it("every address in the documentation and in published files has an answer", async () => {
  const documents = ["/", "/docs", "/openapi.json", "/docs/search.json"];
  const named = new Map(documents.map((target) => [target, "the test"]));
  const broken: string[] = [];
  // The map grows during this loop.
  for (const [target, from] of named) {
    const answer = await ask(target);
    // A page of the Members Area redirects a stranger to the sign-in page.
    if (answer.status !== 200 && answer.status !== 307)
      broken.push(`${target}, named by ${from}: ${answer.status}`);
    const text = await answer.text();
    if (!/^(\/$|\/docs|\/openapi\.json)/.test(target)) continue;
    for (const next of addressesIn(text)) if (!named.has(next)) named.set(next, target);
    if (target.endsWith(".json"))
      for (const [, next = ""] of text.matchAll(/"(\/docs[^"#\\]*)/g))
        if (!named.has(next)) named.set(next, target);
  }
  expect(broken).toEqual([]);
  expect([...named.keys()]).toEqual(
    expect.arrayContaining(["/samples/verify.php", "/docs/clients/gateway.ts"]),
  );
  expect(named.size).toBeGreaterThan(30);
});
