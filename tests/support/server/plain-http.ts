import http from "node:http";

export type PlainRequest = {
  method: string;
  /** With its query string, exactly as in the first line of the request. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
};

/** The response, each header as often as it came. */
export type PlainAnswer = { status: number; headers: Headers; body: Buffer };

/**
 * Sends a plain HTTP request to a server of this machine: a client library would hide faults of the answer.
 * The connection is persistent, but used only once: a server may close it in the moment of a second request.
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
