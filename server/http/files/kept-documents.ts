import { type IncomingMessage, type RequestListener, request } from "node:http";
import { text } from "node:stream/consumers";
import { ReadyText } from "@/lib/http/reply/ready-text";
import { isPlainRead } from "@/server/http/files/page-files";
import { writeReply } from "@/server/http/write-reply";

/** Documents that the process of the pages renders once, and that are the same for every caller. */
const PATHS: readonly string[] = ["/docs/search.json"];

/** The time limit for a document, longer than Next needs to load. */
const MAX_WAIT_MS = 60_000;

type KeptDocument = { text: ReadyText; headers: Record<string, string> };

/**
 * Serves documents of the process of the pages that are the same for every caller. A worker requests each of them
 * once, for its first caller, and keeps it: a document depends only on the settings.
 * @param socketPath the socket of the process of the pages.
 * @param others answers all other requests, and those that come before a document has arrived.
 */
export function keepDocuments(socketPath: string, others: RequestListener): RequestListener {
  const kept = new Map<string, KeptDocument | "under way">();
  const read = (path: string) => {
    kept.set(path, "under way");
    readDocument(socketPath, path).then(
      (document) => kept.set(path, document),
      // The next caller causes another request for it.
      () => kept.delete(path),
    );
  };
  return (incoming, response) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    if (!PATHS.includes(path) || !isPlainRead(incoming)) {
      others(incoming, response);
      return;
    }
    const document = kept.get(path);
    if (document === undefined) read(path);
    if (document === undefined || document === "under way") others(incoming, response);
    else writeReply(document.text.reply(headersOf(incoming), document.headers), response);
  };
}

/**
 * Reads a document.
 * @throws Error unless the process of the pages returns the document.
 */
async function readDocument(socketPath: string, path: string): Promise<KeptDocument> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: "localhost", "accept-encoding": "identity" };
    request({ socketPath, path, headers, agent: false, signal: AbortSignal.timeout(MAX_WAIT_MS) })
      .once("response", resolve)
      .once("error", reject)
      .end();
  });
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}.`);
  const { "content-type": type = "", "cache-control": caching = "" } = answer.headers;
  return { text: new ReadyText(body), headers: { "Content-Type": type, "Cache-Control": caching } };
}

function headersOf({ headers }: IncomingMessage) {
  return { header: (name: string) => (headers[name] === undefined ? null : String(headers[name])) };
}
