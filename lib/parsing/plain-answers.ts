import type { Socket } from "node:net";

/** The most bytes of an answer's head, and of all informational answers before it. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_INFORMATIONAL_BYTES = 256 * 1024;

const NOTHING = Buffer.alloc(0);

/** Headers that determine the end of a body, and headers that our clients read. */
const KEPT: ReadonlySet<string> = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "content-type",
  "retry-after",
]);

/** An answer without a readable status, or one that switches protocols. Its code is like those of Node's parser. */
export class AnswerHeadError extends Error {
  readonly code = "HPE_INVALID_ANSWER_HEAD";
  constructor(message: string) {
    super(message);
    this.name = "AnswerHeadError";
  }
}

/**
 * Changes a socket of an HTTP/1 client, which then gets answers with plain heads and without informational ones. Undici
 * rejects an unrequested `100 Continue`, and any header that breaks RFC 9112. Programs that receive webhooks send both.
 * RFC 9110, section 15.2, lets a client skip informational answers.
 * @param socket a connected one with one request at a time. It is changed.
 */
export function withPlainAnswers<S extends Socket>(socket: S): S {
  const heads = new AnswerHeads();
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  // A stream receives all read bytes by `push`, before any reader does.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!Buffer.isBuffer(chunk)) return push(chunk, encoding);
    try {
      const plain = heads.read(chunk);
      return plain.length === 0 || push(plain);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
      return false;
    }
  };
  socket.write = (...given: unknown[]) => {
    heads.expect();
    return write(...given);
  };
  return socket;
}

/** A filter of the answers' bytes on one connection. */
export class AnswerHeads {
  private part: "head" | "body" | "none" = "head";
  private pending: Buffer = NOTHING;
  private informationalBytes = 0;

  /** Prepares for the answer to the next request. */
  expect(): void {
    if (this.part === "head") return;
    this.part = "head";
    this.informationalBytes = 0;
  }

  /**
   * Returns the bytes for a strict parser in place of the connection's next bytes; often an empty buffer.
   * @throws AnswerHeadError if the bytes are no answer, switch protocols, or never end.
   */
  read(chunk: Buffer): Buffer {
    if (this.part === "body") return chunk;
    if (this.part === "none") return NOTHING;
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    for (;;) {
      const end = this.endOfHead();
      if (end === null) return NOTHING;
      const head = parseHead(this.pending.toString("latin1", 0, end));
      this.pending = this.pending.subarray(end);
      if (head.status >= 200) return this.begin(head);
      this.informationalBytes += end;
      if (this.informationalBytes > MAX_INFORMATIONAL_BYTES)
        throw new AnswerHeadError("The informational answers have no end.");
    }
  }

  private begin(head: Head): Buffer {
    const rest = this.pending;
    this.pending = NOTHING;
    const body = bodyOf(head, rest.length > 0);
    this.part = body.kind === "none" ? "none" : "body";
    const text = plainHead(head, body);
    return this.part === "none"
      ? Buffer.from(text, "latin1")
      : Buffer.concat([Buffer.from(text, "latin1"), rest]);
  }

  /** Returns the end of the present head; null if it has not arrived yet. */
  private endOfHead(): number | null {
    let from = 0;
    while (this.pending[from] === 0x0d || this.pending[from] === 0x0a) from += 1;
    if (from > 0) this.pending = this.pending.subarray(from);
    const begun = this.pending.toString("latin1", 0, 5).toLowerCase();
    if (!"http/".startsWith(begun)) throw new AnswerHeadError("The answer does not begin with HTTP.");
    const ends = ["\n\r\n", "\n\n"].flatMap((end) => {
      const found = this.pending.subarray(0, MAX_HEAD_BYTES).indexOf(end, 0, "latin1");
      return found < 0 ? [] : [found + end.length];
    });
    if (ends.length > 0) return Math.min(...ends);
    if (this.pending.length >= MAX_HEAD_BYTES) throw new AnswerHeadError("The answer's head is too large.");
    return null;
  }
}

type Head = { status: number; minor: 0 | 1; headers: Map<string, string[]> };

function parseHead(text: string): Head {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const [, version, code] = /^HTTP\/(\d(?:\.\d)?)[ \t]+(\d{3})(?!\d)/i.exec(first) ?? [];
  const status = Number(code ?? 0);
  if (status < 100) throw new AnswerHeadError("The answer has no status.");
  // The rest of the connection would be in a protocol that the client did not request.
  if (status === 101) throw new AnswerHeadError("The answer switches protocols.");
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]*):(.*)$/.exec(line) ?? [];
    const known = name.trim().toLowerCase();
    if (!KEPT.has(known)) continue;
    headers.set(known, [...(headers.get(known) ?? []), value.replace(/[^\x20-\x7e\x80-\xff]/g, " ").trim()]);
  }
  return { status, minor: version === "1.0" ? 0 : 1, headers };
}

/** The end of an answer's body. */
type Body = { kind: "none" | "chunked" | "until closed" } | { kind: "length"; length: string };

/** Returns the end of an answer's body. `isLast` is true if the beginning of the next answer cannot be found. */
function bodyOf({ status, headers }: Head, hasMore: boolean): Body & { isLast: boolean } {
  const lengths = new Set((headers.get("content-length") ?? []).flatMap((value) => value.split(/\s*,\s*/)));
  const [length = "0"] = lengths;
  const codings = (headers.get("transfer-encoding") ?? []).join(",").toLowerCase();
  if (status === 204 || status === 304) {
    const hasBody = hasMore || length !== "0" || codings !== "" || headers.has("content-type");
    return { kind: "none", isLast: hasBody };
  }
  if (/(?:^|[\s,])chunked$/.test(codings)) return { kind: "chunked", isLast: lengths.size > 0 };
  if (lengths.size === 0) return { kind: "until closed", isLast: true };
  if (lengths.size === 1 && /^\d{1,15}$/.test(length))
    return { kind: "length", length, isLast: codings !== "" };
  return { kind: "none", isLast: true };
}

function plainHead({ status, minor, headers }: Head, body: Body & { isLast: boolean }): string {
  const framing: Record<string, string[]> = {
    "content-length": body.kind === "length" ? [body.length] : body.kind === "none" ? ["0"] : [],
    "transfer-encoding": body.kind === "chunked" ? ["chunked"] : [],
    ...(body.isLast && { connection: ["close"] }),
  };
  const lines = Object.entries({ ...Object.fromEntries(headers), ...framing }).flatMap(([name, values]) =>
    values.map((value) => `${name}: ${value}\r\n`),
  );
  return `HTTP/1.${minor} ${status} \r\n${lines.join("")}\r\n`;
}
