/** A long text in pieces: the next one is read when the client has received the previous ones. */
export type Pieces = Iterator<string | Uint8Array, unknown, undefined>;

/** A body that is complete, with its length. */
export type WholeBody = string | Uint8Array;

/**
 * A response with a complete body, or one in pieces that are made as it is read. Our own server writes it as it is.
 * Elsewhere it becomes a web `Response`: making and reading its stream takes longer than all else about a short
 * answer.
 */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /**
   * The body; null for an answer without one. The reader of pieces calls their `return` when it stops, for any
   * reason.
   */
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

/** Returns whether a body is complete, and not made while it is read. */
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
