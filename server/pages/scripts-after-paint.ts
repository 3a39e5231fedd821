import type { ServerResponse } from "node:http";

/**
 * Runs in the browser, behind the page's scripts: loads them once there is something to see. What nobody sees has no paint:
 * it loads them at once, and so does a browser that tells nobody of its paints. One whose paint is late gives up waiting.
 * Scripts find themselves by the address as it is written, without the host.
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

/** A script of the build as React writes it: its address, and the page's nonce behind or before `async`. */
const SCRIPT =
  /<script src="(\/_next\/static\/[^"<>]+)"(?: nonce="([\w+/=-]+)")? async=""(?: nonce="([\w+/=-]+)")?><\/script>/g;

/**
 * Has browsers load a page's scripts after they have painted it: reading and running these takes the processor from what
 * draws. They fetch them meanwhile, as what is needed later: what is preloaded is read at once. It changes the first piece of
 * a page, in which its frame and most of its scripts are; those of later pieces load as ever. Pages without a nonce, and all that is no page, stay as they are.
 * @param response what a page is about to be written to, before anything compresses it.
 */
export function loadScriptsAfterPaint(response: ServerResponse): void {
  const { write, end } = response;
  let isFirst = true;
  const change = (chunk: unknown, encoding: unknown): unknown => {
    if (!isFirst) return chunk;
    isFirst = false;
    const type = response.getHeader("content-type");
    if (typeof type !== "string" || !type.startsWith("text/html")) return chunk;
    // Its length has been told.
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

/** The octets of a piece, one character each; null where there are none. */
function textOf(chunk: unknown, encoding: unknown): string | null {
  if (chunk instanceof Uint8Array)
    return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
  if (typeof chunk !== "string") return null;
  return Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8").toString(
    "latin1",
  );
}

/** The beginning of a page with its scripts put off; null where it has none that can be. */
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
