import { readdir } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import path from "node:path";
import Negotiator from "negotiator";
import send from "send";
import { SECURITY } from "@/lib/http/paths/security-headers";
import { CONTENT_TYPES, ENDINGS } from "@/server/http/files/compressed-files.mjs";
import { hasBody } from "@/server/http/refuse-request";

/** The paths of the build's files. Each name changes with the content of its file. */
const PREFIX = "/_next/static/";

/** The longest time that browsers support. */
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1_000;

/** A file of the build: its path in the folder, and the ends of the names of its compressed copies, by encoding. */
type PageFile = { name: string; contentType: string | undefined; endings: Map<string, string> };

/**
 * Serves the scripts, styles and fonts of the pages, compressed by the build. The process of the pages, which also
 * renders pages, would compress each of them again for every reader.
 * @param folder the build's `static` folder, which is read once. If it is absent, all requests are passed on.
 * @param others answers requests for other files.
 */
export async function servePageFiles(folder: string, others: RequestListener): Promise<RequestListener> {
  const files = await filesOf(folder);
  return (request, response) => {
    const [target = ""] = (request.url ?? "").split("?", 1);
    const file = target.startsWith(PREFIX) ? files.get(decodeURIComponent(target)) : undefined;
    if (!file || !isPlainRead(request)) others(request, response);
    else serve(file, folder, [request, response], others);
  };
}

/**
 * Returns whether a request only reads and has no body. The server would read an unused body to its end, however long
 * it is.
 */
export function isPlainRead(request: IncomingMessage): boolean {
  return (request.method === "GET" || request.method === "HEAD") && !hasBody(request);
}

/** Returns the files of a build by their path in a request, decoded. */
async function filesOf(folder: string): Promise<Map<string, PageFile>> {
  const names = new Set(await readdir(folder, { recursive: true }).catch(() => []));
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const extension = path.extname(name);
    // A folder has no extension.
    if (extension === "" || Object.values(ENDINGS).includes(extension)) continue;
    const contentType = Object.entries(CONTENT_TYPES).find(([known]) => known === extension)?.[1];
    const endings = new Map(Object.entries(ENDINGS).filter(([, ending]) => names.has(`${name}${ending}`)));
    // Next compresses files that the build has not compressed.
    if (contentType && endings.size === 0) continue;
    const target = name.split(path.sep).join("/");
    files.set(PREFIX + target, { name: target, contentType, endings });
  }
  return files;
}

/** Returns the encoding of the response: the smallest that the reader accepts. */
function encodingFor(request: IncomingMessage, { endings }: PageFile): string | undefined {
  const accepted = new Negotiator(request).encodings([...endings.keys()]);
  return [...endings.keys()].find((encoding) => accepted.includes(encoding));
}

function serve(
  file: PageFile,
  folder: string,
  [request, response]: Parameters<RequestListener>,
  others: RequestListener,
): void {
  const { name, contentType, endings } = file;
  const encoding = encodingFor(request, file);
  const headers = {
    ...SECURITY,
    ...(contentType && { "Content-Type": contentType }),
    ...(endings.size > 0 && { Vary: "Accept-Encoding" }),
    ...(encoding && { "Content-Encoding": encoding }),
  };
  response.setHeaders(new Map(Object.entries(headers)));
  const sent = encodeURI(name + (endings.get(encoding ?? "") ?? ""));
  send(request, sent, { root: folder, index: false, immutable: true, maxAge: MAX_AGE_MS })
    .on("error", () => {
      // A newer build has removed the file.
      for (const header of Object.keys(headers)) response.removeHeader(header);
      if (response.headersSent) response.destroy();
      else others(request, response);
    })
    .pipe(response);
}
