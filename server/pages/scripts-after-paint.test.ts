import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { loadScriptsAfterPaint } from "@/server/pages/scripts-after-paint";

const NONCE = "NDU1OTQ2NWItMmJhZC00MzA2";
const inHead = (name: string) =>
  `<script src="/_next/static/chunks/${name}.js" async="" nonce="${NONCE}"></script>`;
const last = (name: string) =>
  `<script src="/_next/static/chunks/${name}.js" nonce="${NONCE}" async=""></script>`;
const putOff = (name: string) =>
  `<link rel="prefetch" as="script" href="/_next/static/chunks/${name}.js" data-after-paint=""/>`;

/** Returns the page that a listener writes. */
async function written(listener: RequestListener): Promise<{ text: string; headers: Headers }> {
  const server = createServer((request, response) => {
    loadScriptsAfterPaint(response);
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`);
    return { text: await answer.text(), headers: answer.headers };
  } finally {
    server.close();
  }
}

/** A page that is written in pieces. */
const page =
  (...pieces: (string | Buffer)[]): RequestListener =>
  (_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    for (const piece of pieces) response.write(piece);
    response.end();
  };

/** Returns a page without its loader, which must be there once, behind the scripts that it loads. */
function withoutLoader(text: string): string {
  const loaders = text.match(/<script nonce="[^"]+">\(\(\) => \{[\s\S]*?<\/script>/g) ?? [];
  expect(loaders).toHaveLength(1);
  return text.replace(loaders[0] ?? "", "LOADER");
}

it("puts off the scripts of a page's first piece, with what loads them behind the last", async () => {
  const first = `<head>${inHead("a")}<title>Ā ē</title>${inHead("b")}</head><body>Kia ora${last("c")}<p>`;
  const { text } = await written(page(Buffer.from(first), `${inHead("d")}</p></body>`));
  expect(withoutLoader(text)).toBe(
    `<head>${putOff("a")}<title>Ā ē</title>${putOff("b")}</head><body>Kia ora${putOff("c")}LOADER<p>${inHead("d")}</p></body>`,
  );
});

it("does so where a page is one piece, whose length it changes", async () => {
  const whole = `<head>${inHead("a")}</head><body>Ā</body>`;
  const { text, headers } = await written((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.setHeader("Content-Length", Buffer.byteLength(whole));
    response.end(whole);
  });
  expect(withoutLoader(text)).toBe(`<head>${putOff("a")}LOADER</head><body>Ā</body>`);
  expect(headers.get("content-length")).not.toBe(String(Buffer.byteLength(whole)));
});

it("does so once the head is sent, unless it told the length", async () => {
  const html = `<head>${inHead("a")}</head>`;
  const sent = (length?: number): RequestListener => {
    return (_, response) => {
      response.setHeader("Content-Type", "text/html");
      if (length !== undefined) response.setHeader("Content-Length", length);
      response.flushHeaders();
      response.end(html);
    };
  };
  expect(withoutLoader((await written(sent())).text)).toBe(`<head>${putOff("a")}LOADER</head>`);
  expect((await written(sent(html.length))).text).toBe(html);
});

it("leaves a script alone that is cut, of another address, without a nonce or with another one", async () => {
  const [start, end] = [inHead("cut").slice(0, 30), inHead("cut").slice(30)];
  const others = [
    `<script src="https://elsewhere.invalid/a.js" async="" nonce="${NONCE}"></script>`,
    '<script src="/_next/static/chunks/bare.js" async=""></script>',
    '<script src="/_next/static/chunks/other.js" async="" nonce="b3RoZXI="></script>',
  ].join("");
  const { text } = await written(page(`<head>${others}${inHead("a")}${start}`, `${end}</head>`));
  expect(withoutLoader(text)).toBe(`<head>${others}${putOff("a")}LOADER${inHead("cut")}</head>`);
});

it.each([
  ["a page without scripts", "text/html", "<p>Kia ora</p>"],
  ["a page without a nonce", "text/html", '<script src="/_next/static/a.js" async=""></script>'],
  ["what is no page", "text/x-component", inHead("a")],
])("leaves %s as it is", async (_name, type, body) => {
  const { text } = await written((_, response) => {
    response.setHeader("Content-Type", type);
    response.write(body);
    response.end();
  });
  expect(text).toBe(body);
});

it("leaves an answer without a body as it is", async () => {
  const { text } = await written((_, response) => void response.writeHead(204).end());
  expect(text).toBe("");
});
