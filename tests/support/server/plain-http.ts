import http from "node:http";
import { connect } from "node:net";

export type PlainRequest = {
  method: string;
  /** With its query string, exactly as in the first line of the request. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
};

/** A response, with each header as often as it was sent. */
export type PlainAnswer = { status: number; headers: Headers; body: Buffer };

/**
 * Sends a plain HTTP request to a server of this machine: a client library would hide faults of the response.
 * The connection is persistent, but used only once, because a server may close it at the moment of a second
 * request.
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

/**
 * Sends a request with an endless form, as fast as the server reads, until the server closes the connection.
 * @param firstLine such as `POST /`.
 * @returns the response, and the number of bytes that the server read.
 */
export async function sendWithoutEnd(
  port: number,
  firstLine: string,
): Promise<{ answer: string; bytes: number }> {
  const socket = connect(port, "127.0.0.1");
  // The server closes the connection during a write.
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  const headers =
    "Host: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n";
  socket.write(`${firstLine} HTTP/1.1\r\n${headers}\r\n`);
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536), Buffer.from("\r\n")]);
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", more);
  more();
  await new Promise((resolve) => socket.once("close", resolve));
  return { answer, bytes: socket.bytesWritten };
}
