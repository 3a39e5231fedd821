/** A whole response. */
export type Reply = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";
const NOTHING = Buffer.alloc(0);

/** Reads one response after the other from a connection that carries one at a time. */
export class ReplyReader {
  private gathered: Buffer = NOTHING;

  /**
   * @returns the response, once it is complete.
   * @throws Error for bytes that are no response, or more than one.
   */
  push(chunk: Buffer): Reply | null {
    this.gathered = this.gathered.length === 0 ? chunk : Buffer.concat([this.gathered, chunk]);
    const headEnd = this.gathered.indexOf(HEAD_END);
    if (headEnd < 0) return null;
    const head = this.gathered.toString("latin1", 0, headEnd);
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1]);
    if (!status) throw new Error("That is no HTTP response.");
    const rest = this.gathered.subarray(headEnd + HEAD_END.length);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? (status === 204 ? "0" : undefined);
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/i.test(head))
      throw new Error("The response does not say how long it is.");
    const found = length === undefined ? joinChunks(rest) : { body: rest, end: Number(length) };
    if (!found || rest.length < found.end) return null;
    if (rest.length > found.end) throw new Error("More arrived than the response has.");
    this.gathered = NOTHING;
    return { status, body: found.body };
  }
}

/** Joins the bytes of a chunked body without trailers. Null while it is incomplete. */
function joinChunks(bytes: Buffer): { body: Buffer; end: number } | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error("A chunk does not say how long it is.");
    if (size === 0) return { body: Buffer.concat(parts), end: lineEnd + HEAD_END.length };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return null;
  }
}
