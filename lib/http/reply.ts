/**
 * An answer with its text at hand. A server of ours writes it as it is; elsewhere it becomes a web `Response`, whose
 * body is a stream, which takes longer to make and to read than all else about a short answer.
 */
export class Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Null for an answer without a body. */
  readonly text: string | null;

  constructor(text: string | null, { status = 200, headers = {} }: ReplyInit) {
    this.status = status;
    this.headers = { ...headers };
    this.text = text;
  }

  static json(value: unknown, { status, headers }: ReplyInit = {}): Reply {
    return new Reply(JSON.stringify(value), {
      ...(status === undefined ? {} : { status }),
      headers: { "Content-Type": "application/json", ...headers },
    });
  }

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

export type ReplyInit = { status?: number; headers?: Readonly<Record<string, string>> };
