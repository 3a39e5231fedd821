import { existsSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import ErrorsPage from "@/app/docs/(guides)/errors/page";
import { GET } from "@/app/docs/search.json/route";
import { findEntries, type SearchEntry } from "@/components/docs/find-entries";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "sms.example.co.nz" }),
  cookies: async () => ({ get: () => undefined }),
}));
vi.mock("next/server", async (real) => ({ ...(await real<object>()), connection: async () => {} }));

// The reader of the first request is signed in and has a key.
vi.mock("@/app/docs/_content/reader", () => ({
  readerEmail: async () => "reader@example.com",
  readerClientId: async () => "cid_of_the_reader",
}));

const APP = path.join(import.meta.dirname, "..", "..");
const response = await GET(new Request("http://sms.example.co.nz/docs/search.json"));
const { entries } = (await response.json()) as { entries: SearchEntry[] };

it("is one small document for everybody", () => {
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(JSON.stringify(entries).length).toBeLessThan(150_000);
  expect(JSON.stringify(entries)).not.toMatch(
    /sms\.example\.co\.nz|reader@example|cid_of_the_reader|newest key/,
  );
});

it("is not sent again to who has it", async () => {
  const etag = response.headers.get("etag") ?? "";
  const again = await GET(
    new Request("http://sms.example.co.nz/docs/search.json", { headers: { "if-none-match": etag } }),
  );
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

it("has the sections of all guides, the operations, their fields, and errors, each once", () => {
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  const found = (text: string) => findEntries(entries, text)[0]?.href;
  expect(found("daily limit")).toBe("/docs/assistants#limit");
  expect(found("Night queue")).toBe("/docs/waiting#night");
  expect(found("scheduled messages")).toBe("/docs/waiting#scheduled");
  expect(found("held links")).toBe("/docs/waiting#links");
  expect(found("constant time")).toBe("/docs/signatures#rules");
  expect(found("send a one-time code")).toBe("/docs/reference/send-otp");
  expect(found("validityMinutes")).toMatch(/^\/docs\/reference\/send-[\w-]+#body-validityMinutes$/);
  expect(found("insufficient_funds")).toBe("/docs/errors#insufficient_funds");
  const ofCode = findEntries(entries, "code 16").map(({ href }) => href);
  expect(ofCode.slice(0, 2)).toEqual(["/docs/errors#FAILED", "/docs/errors#UNDELIV"]);
});

it("leads to pages and anchors that are there", () => {
  const pages = entries
    .map(({ href }) => href.split("#")[0] ?? "")
    .filter((page) => !page.includes("/reference/"));
  for (const page of new Set(pages)) {
    expect(existsSync(path.join(APP, page.replace("/docs", "docs/(guides)"), "page.tsx")), page).toBe(true);
  }
  const html = renderToStaticMarkup(ErrorsPage());
  const anchors = entries
    .filter(({ href }) => href.startsWith("/docs/errors#"))
    .map(({ href }) => href.split("#")[1]);
  // Codes without a published operation are in no list.
  expect(anchors.filter((id) => !html.includes(`id="${id}"`))).toEqual([]);
});
