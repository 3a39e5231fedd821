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
 * Asks a server of this machine as plainly as HTTP can: what a client library would put right is to be seen. The
 * connection would be kept, and is used once all the same: one that is used again may be closed in that very moment.
 */
export async function askPlainly(
  port: number,
  { method, path, headers, body }: PlainRequest,
): Promise<PlainAnswer> {
  const agent = new http.Agent({ keepAlive: true });
  try {
    return await new Promise((resolve, reject) => {
      const target = { port, host: "127.0.0.1", method, path, headers, agent };
      const request = http.request(target, (response) => {
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
      });
      request.once("error", reject);
      request.end(body);
    });
  } finally {
    agent.destroy();
  }
}

function headersOf(raw: string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] as string, raw[at + 1] as string);
  return headers;
}
