import http from "node:http";

export type PlainRequest = {
  method: string;
  /** With its query string, as it is to stand in the first line. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
};

/** What came back, each header as often as it came. */
export type PlainAnswer = { status: number; headers: Headers; body: Buffer };

/**
 * Asks a server of this machine as plainly as HTTP can: what a client library would put right is to be seen. Each time on a
 * connection of its own, since one that is kept may be closed in the moment that it is used again.
 */
export function askPlainly(
  port: number,
  { method, path, headers, body }: PlainRequest,
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: "127.0.0.1", method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: headersOf(response.rawHeaders),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

function headersOf(raw: string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string);
  return headers;
}
