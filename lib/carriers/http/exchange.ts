import type { Agent } from "undici";
import type { WireRequest } from "@/lib/carriers/http/request";
import { plainConnector } from "@/lib/parsing/plain-connector";
import { failureOf } from "@/lib/smpp/session/connect-failure";

/** The most bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The time that one of several addresses may take before the next is tried. */
const NEXT_ADDRESS_MS = 1_000;

/** The outcome of a request. `reason` contains nothing of the request. */
export type Exchange =
  | { outcome: "answered"; status: number; retryAfter: string | null; isHtml: boolean; body: string }
  /** The request was not written, not even in part. */
  | { outcome: "not sent"; reason: string }
  /** The request was written, at least in part. */
  | { outcome: "unanswered"; reason: string };

export type ExchangerOptions = {
  connections: number;
  connectTimeoutMs: number;
  /** The time from writing the request to the end of the answer. */
  answerTimeoutMs: number;
  /** The trusted certificate authorities as PEM, instead of the system's. */
  ca?: string | undefined;
};

/**
 * Sends requests over persistent connections. A redirect is an answer like any other. Certificates are
 * verified. An exchange always ends within its time limits, and its outcome tells if the request was written.
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

  /** Closes all connections. Requests in progress get no answer. */
  async close(): Promise<void> {
    await (await this.agent).destroy();
  }
}

/**
 * Creates the agent. It imports undici only here, so that a process without HTTP carriers starts without it.
 */
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
    // The timer in `onRequestStart` covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

type Controller = { abort(reason: Error): void };
type Headers = Record<string, string | string[] | undefined>;

/** One request in progress: a handler of undici's events. */
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

  /** Handles an established connection: undici calls this right before it writes the request. */
  onRequestStart(controller: Controller): void {
    this.isWritten = true;
    const { answerTimeoutMs } = this.options;
    const reason = new Error(`no answer within ${answerTimeoutMs / 1_000} s`);
    this.timer = setTimeout(() => controller.abort(reason), answerTimeoutMs);
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    // Interim responses are ignored.
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

/**
 * Returns the reason of an error. If all of several addresses failed, the error has a code but no message.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "it failed";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
