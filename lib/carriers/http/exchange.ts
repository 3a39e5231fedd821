import type { Agent } from "undici";
import type { WireRequest } from "@/lib/carriers/http/request";
import { plainConnector } from "@/lib/parsing/plain-connector";
import { failureOf } from "@/lib/smpp/session/connect-failure";

/** Most bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** How long one address of several has before the next is tried. */
const NEXT_ADDRESS_MS = 1_000;

/** What came of a request. `reason` says why in words, without anything of the request. */
export type Exchange =
  | { outcome: "answered"; status: number; retryAfter: string | null; isHtml: boolean; body: string }
  /** Surely nothing of it was written. */
  | { outcome: "not sent"; reason: string }
  /** It was written, or its writing was begun. */
  | { outcome: "unanswered"; reason: string };

export type ExchangerOptions = {
  connections: number;
  connectTimeoutMs: number;
  /** From when the request is written to the end of its answer. */
  answerTimeoutMs: number;
  /** The certificate authorities to trust, PEM, in place of the system's. */
  ca?: string | undefined;
};

/**
 * Sends requests by connections that are kept. A redirect is an answer like any other, and certificates are verified. An
 * exchange ends within its times whatever the server does, and tells whether the request was written.
 */
export class Exchanger {
  private readonly options: ExchangerOptions;
  private readonly agent: Promise<Agent>;

  constructor(options: ExchangerOptions) {
    this.options = options;
    this.agent = openAgent(options);
  }

  /** Never rejects. */
  send(request: WireRequest): Promise<Exchange> {
    return new Promise((resolve) => {
      const attempt = new Attempt(request.origin, this.options, resolve);
      this.agent
        .then((agent) => agent.dispatch({ ...request, method: request.method }, attempt))
        .catch((error: unknown) => attempt.failed(error));
    });
  }

  /** Ends every connection; what is under way has no answer. */
  async close(): Promise<void> {
    await (await this.agent).destroy();
  }
}

/** Loads its package, which a process without such a carrier starts without. */
async function openAgent({ connections, connectTimeoutMs, ca }: ExchangerOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import("undici");
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connect: plainConnector(dial),
    connections,
    pipelining: 1,
    // The one deadline covers them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

type Controller = { abort(reason: Error): void };
type Headers = Record<string, string | string[] | undefined>;

/** One request on its way, as undici tells of it. */
class Attempt {
  private readonly origin: string;
  private readonly options: ExchangerOptions;
  private readonly resolve: (exchange: Exchange) => void;
  private timer: NodeJS.Timeout | undefined;
  private isWritten = false;
  private answer: { status: number; headers: Headers } | null = null;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  constructor(origin: string, options: ExchangerOptions, resolve: (exchange: Exchange) => void) {
    this.origin = origin;
    this.options = options;
    this.resolve = resolve;
  }

  /** Called when there is a connection, right before the request is written to it. */
  onRequestStart(controller: Controller): void {
    this.isWritten = true;
    const { answerTimeoutMs } = this.options;
    const reason = new Error(`no answer within ${answerTimeoutMs / 1_000} s`);
    this.timer = setTimeout(() => controller.abort(reason), answerTimeoutMs);
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    // Of what comes before the answer proper nothing is kept.
    if (status >= 200) this.answer = { status, headers };
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) controller.abort(new Error("the answer is larger than 64 KiB"));
    else this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    const { status, headers } = this.answer ?? { status: 0, headers: {} };
    const [retryAfter = null] = [headers["retry-after"]].flat();
    const [type = ""] = [headers["content-type"]].flat();
    this.end({
      outcome: "answered",
      status,
      retryAfter,
      isHtml: /^\s*text\/html/i.test(type),
      body: Buffer.concat(this.chunks).toString("utf8"),
    });
  }

  onResponseError(_: Controller, error: Error): void {
    this.failed(error);
  }

  failed(error: unknown): void {
    if (this.isWritten) this.end({ outcome: "unanswered", reason: `no answer: ${reasonOf(error)}` });
    else this.end({ outcome: "not sent", reason: `no connection: ${this.connectFailure(error)}` });
  }

  private connectFailure(error: unknown): string {
    const { protocol, hostname, port } = new URL(this.origin);
    const isTls = protocol === "https:";
    const isLate = error instanceof Error && "code" in error && error.code === "UND_ERR_CONNECT_TIMEOUT";
    return failureOf(isLate ? "no answer" : error, {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (isTls ? 443 : 80),
      isTls,
      hasTcp: false,
      timeoutMs: this.options.connectTimeoutMs,
    });
  }

  private end(exchange: Exchange): void {
    clearTimeout(this.timer);
    this.resolve(exchange);
  }
}

/** Several addresses that failed make one error without words of its own. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "it failed";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
