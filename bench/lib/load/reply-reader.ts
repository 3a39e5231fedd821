/** A whole response. */
export type Reply = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";

/** Reads one response after the other from a connection that carries one at a time. */
export class ReplyReader {
  private chunks: Buffer[] = [];
  private size = 0;
  private status = 0;
  private bodyFrom = 0;
  /**
   * Bytes of head and body together. -1 while the head is incomplete, `Infinity` where the body comes in
   * chunks.
   */
  private whole = -1;

  /**
   * @returns the response, once it is complete.
   * @throws Error where the bytes are no response that this can read.
   */
  push(chunk: Buffer): Reply | null {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.whole < 0 && !this.readHead()) return null;
    if (this.whole === Number.POSITIVE_INFINITY) return this.endsChunked() ? this.take() : null;
    if (this.size > this.whole) throw new Error("More arrived than the response has.");
    return this.size === this.whole ? this.take() : null;
  }

  private readHead(): boolean {
    const gathered = this.gathered();
    const end = gathered.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = gathered.toString("latin1", 0, end);
    this.status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1]);
    if (!this.status) throw new Error("That is no HTTP response.");
    this.bodyFrom = end + HEAD_END.length;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.whole = this.bodyFrom + Number(length);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.whole = Number.POSITIVE_INFINITY;
    else if (this.status === 204) this.whole = this.bodyFrom;
    else throw new Error("The response does not say how long it is.");
    return true;
  }

  /** The last chunk has no bytes, and there are no trailers. No line of JSON looks like that by itself. */
  private endsChunked(): boolean {
    const last = this.chunks.at(-1) as Buffer;
    const tail = last.length >= 7 ? last : this.gathered();
    if (this.size - this.bodyFrom === 5) return tail.toString("latin1", tail.length - 5) === "0\r\n\r\n";
    return tail.toString("latin1", Math.max(0, tail.length - 7)) === "\r\n0\r\n\r\n";
  }

  private take(): Reply {
    const body = this.gathered().subarray(this.bodyFrom);
    const reply = {
      status: this.status,
      body: this.whole === Number.POSITIVE_INFINITY ? joinChunks(body) : body,
    };
    this.chunks = [];
    this.size = 0;
    this.whole = -1;
    return reply;
  }

  private gathered(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] as Buffer;
  }
}

/** The bytes of a chunked body. */
function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error("A chunk does not say how long it is.");
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
