/** A long text in pieces: the next is asked for when the client has taken those before. */
export type Pieces = Iterator<string | Uint8Array, unknown, undefined>;

/** A body that is at hand, with its length. */
export type WholeBody = string | Uint8Array;

/**
 * An answer with its text or bytes at hand, or in pieces that are made as it is read. A server of ours writes it as it
 * is. Elsewhere it becomes a web `Response`: to make and read its stream takes longer than all else about a
 * short answer.
 */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Null for an answer without a body. Whoever reads pieces calls their `return` when it stops, however it ends. */
  readonly body: WholeBody | Pieces | null;

  constructor(body: WholeBody | Pieces | null, { status = 200, headers = {} }: ReplyInit) {
    this.status = status;
    this.headers = { ...headers };
    this.body = body;
  }

  static json(value: unknown, { status, headers }: ReplyInit = {}): Reply {
    return new Reply(JSON.stringify(value), {
      ...(status === undefined ? {} : { status }),
      headers: { "Content-Type": "application/json", ...headers },
    });
  }

  toResponse(): Response {
    const { body, status, headers } = this;
    const given = body === null || isWhole(body) ? body : streamOf(body);
    return new Response(given as BodyInit | null, { status, headers });
  }
}

/** Whether a body is at hand, and is not made while it is read. */
export function isWhole(body: WholeBody | Pieces): body is WholeBody {
  return typeof body === "string" || body instanceof Uint8Array;
}

export type ReplyInit = { status?: number; headers?: Readonly<Record<string, string>> };

function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = pieces.next();
      if (!done) return controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      controller.close();
      pieces.return?.();
    },
    cancel: () => {
      pieces.return?.();
    },
  });
}
