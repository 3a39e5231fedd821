import type { ServerResponse } from "node:http";

/**
 * A script for the browser, behind the page's scripts. It loads them once the page is painted. A hidden page is never
 * painted, so it loads them at once, and so does a browser that does not report its paints. If the paint is late, it
 * stops waiting. Scripts find themselves by the address as it is written, without the host.
 */
const LOAD_AFTER_PAINT = `(() => {
  const { nonce } = document.currentScript;
  let isLoaded = false;
  const load = () => {
    if (isLoaded) return;
    isLoaded = true;
    for (const link of document.querySelectorAll("link[data-after-paint]")) {
      const script = document.createElement("script");
      script.async = true;
      script.nonce = nonce;
      script.src = link.getAttribute("href");
      document.head.append(script);
    }
  };
  const tells = self.PerformanceObserver && PerformanceObserver.supportedEntryTypes?.includes("paint");
  if (document.hidden || document.prerendering || !tells) return load();
  setTimeout(load, 2000);
  addEventListener("visibilitychange", load, { once: true, capture: true });
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) load();
  }).observe({ type: "paint", buffered: true });
})()`;

/** A script of the build as React writes it: its address, and the page's nonce before or after `async`. */
const SCRIPT =
  /<script src="(\/_next\/static\/[^"<>]+)"(?: nonce="([\w+/=-]+)")? async=""(?: nonce="([\w+/=-]+)")?><\/script>/g;

/**
 * Makes browsers load a page's scripts after they have painted the page: reading and running scripts would use the
 * processor that paints. Meanwhile browsers prefetch them. A preload would not do, since browsers read it at once. It
 * changes the first piece of a page, which has the frame and most of the scripts; those of later pieces load as
 * usual. Pages without a nonce, and other responses, stay as they are.
 * @param response a response before anything is written or compressed.
 */
export function loadScriptsAfterPaint(response: ServerResponse): void {
  const { write, end } = response;
  let isFirst = true;
  const change = (chunk: unknown, encoding: unknown): unknown => {
    if (!isFirst) return chunk;
    isFirst = false;
    const type = response.getHeader("content-type");
    if (typeof type !== "string" || !type.startsWith("text/html")) return chunk;
    // The length has been sent.
    if (response.headersSent && response.hasHeader("content-length")) return chunk;
    const text = textOf(chunk, encoding);
    const changed = text === null ? null : afterPaint(text);
    if (changed === null) return chunk;
    if (!response.headersSent) response.removeHeader("content-length");
    return Buffer.from(changed, "latin1");
  };
  const before =
    (method: typeof write | typeof end) =>
    (...[chunk, ...rest]: unknown[]) =>
      Reflect.apply(method, response, [change(chunk, rest[0]), ...rest]);
  Object.assign(response, { write: before(write), end: before(end) });
}

/** Returns the octets of a piece, one character each; null if there are none. */
function textOf(chunk: unknown, encoding: unknown): string | null {
  if (chunk instanceof Uint8Array)
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
  if (typeof chunk !== "string") return null;
  return Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8").toString(
    "latin1",
  );
}

/** Returns the beginning of a page with its scripts deferred; null if it has none to defer. */
function afterPaint(html: string): string | null {
  const scripts = [...html.matchAll(SCRIPT)].filter(([, , one, other]) => one ?? other);
  const last = scripts.at(-1);
  if (!last) return null;
  const nonce = last[2] ?? last[3];
  const head = html.slice(0, last.index + last[0].length).replace(SCRIPT, (all, src, one, other) => {
    if ((one ?? other) !== nonce) return all;
    return `<link rel="prefetch" as="script" href="${src}" data-after-paint=""/>`;
  });
  const rest = html.slice(last.index + last[0].length);
  return `${head}<script nonce="${nonce}">${LOAD_AFTER_PAINT}</script>${rest}`;
}
