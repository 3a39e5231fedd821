import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { parseRetryAfter } from "@/lib/retry-after";
import { MAX_ATTEMPTS } from "@/lib/webhooks/delivery/attempt-slots";
import { describeFailure, isTimeout, NotPublicError } from "@/lib/webhooks/delivery/failure";
import { AnswerReader } from "@/lib/webhooks/delivery/http/answer-reader";
import { Transport } from "@/lib/webhooks/delivery/http/transport";
import { isPublicAddress } from "@/lib/webhooks/delivery/public-address";
import { resolvingLookup } from "@/lib/webhooks/delivery/resolve";
import { isPrivateHost, parseWebhookUrl } from "@/lib/webhooks/delivery/url";

/** How long a connection may take, and an attempt as a whole (rules: webhook attempts). */
const CONNECT_TIMEOUT_MS = 5_000;
export const TIMEOUT_MS = 10_000;

/**
 * Most connections to one host: as many as there may be attempts. Many accounts may share a host, and what waits for a
 * connection uses up its ten seconds; who calls bounds what an account has under way.
 */
const CONNECTIONS_PER_ORIGIN = MAX_ATTEMPTS;

/** Checked URLs that are remembered: to check one costs a tenth of its request. */
const MAX_TARGETS = 1_000;

/** What every request has. */
export const USUAL_HEADERS = { "Content-Type": "application/json", "User-Agent": "Messaging-Gateway/1.0" };

export type PostResult = {
  /** Whether the receiver took it: any 2xx within the time. */
  ok: boolean;
  /** Null when no answer began. */
  statusCode: number | null;
  /** The first 1 KiB of the response as text without NUL; null when none began. */
  responseBody: string | null;
  /** How long the receiver asks us to wait, in milliseconds. */
  retryAfterMs: number | null;
  /** Whether the receiver wants no more of it (410). */
  gone: boolean;
  /** Whether it ended since there was no connection, or no whole answer, in time. */
  timedOut: boolean;
  durationMs: number;
  /** Why it failed, where there is no whole answer: one sentence that is safe to show. */
  error: string | null;
};

/** What an attempt comes to that has no answer. */
export const UNANSWERED: Omit<PostResult, "durationMs"> = {
  ok: false,
  statusCode: null,
  responseBody: null,
  retryAfterMs: null,
  gone: false,
  timedOut: false,
  error: null,
};

export type PostOptions = {
  /** Unix milliseconds, against which a date in `Retry-After` is read; by default the present. */
  nowMs?: number;
  /** How long the attempt may take as a whole, in milliseconds; by default the client's own time. */
  timeoutMs?: number | undefined;
};

export type WebhookClientOptions = {
  /** Receivers, as `host:port`, that may be private and plain http. */
  privateHosts: ReadonlySet<string>;
  /** Looks up all names, with `all`; by default `lib/webhooks/delivery/resolve`, and the system's for private hosts. */
  lookup?: LookupFunction;
  /** The certificate authorities to trust, PEM, in place of the system's. */
  ca?: string;
  connectTimeoutMs?: number;
  /** How long requests wait for an HTTP/2 connection that another one makes, before each makes its own; a second by default. */
  followMs?: number;
  timeoutMs?: number;
  /** Which addresses may be connected to: another rule than `isPublicAddress` is for tests alone. */
  isAllowed?: (address: string) => boolean;
};

export type WebhookClient = {
  /**
   * Makes one attempt. What the network or the receiver does never throws: it is in the result.
   * @param url checked again (rules: webhook urls), and its addresses at each connection.
   * @param body JSON, sent as it is.
   * @param headers besides `Content-Type` and `User-Agent`.
   * @throws Error when the client has been closed.
   */
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
    options?: PostOptions,
  ): Promise<PostResult>;
  /** Lets attempts under way end, then closes every connection. */
  close(): Promise<void>;
};

/** Where a URL leads. */
type Target = { kind: "public" | "private"; origin: string; path: string };

/**
 * The client that delivers webhooks (rules: public addresses, webhook attempts). Addresses are checked inside each
 * connection's own look-up, so that a name which later points inside is refused then. Redirects are never followed. An
 * attempt ends within its time whatever the receiver does.
 */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { privateHosts, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const transportOptions = { ...options, connectTimeoutMs, maxConnections: CONNECTIONS_PER_ORIGIN };
  const publicLookup = options.lookup ?? resolvingLookup();
  const lookups = {
    public: checkedLookup(publicLookup, options.isAllowed ?? isPublicAddress),
    // A private name may stand in the hosts file alone, or want a search domain.
    private: options.lookup ?? systemLookup,
  };
  const transports: Partial<Record<keyof typeof lookups, Promise<Transport>>> = {};
  const underWay = new UnderWay();
  let closing: Promise<unknown> | undefined;

  const targetOf = targetReader(privateHosts);

  async function send(
    { kind, origin, path }: Target,
    body: string,
    headers: Record<string, string>,
    reader: AnswerReader,
  ): Promise<void> {
    transports[kind] ??= Transport.open({ ...transportOptions, lookup: lookups[kind] });
    const transport = await transports[kind];
    transport.send({ origin, path, headers: { ...USUAL_HEADERS, ...headers }, body }, reader);
    const failure = await reader.ended;
    if (failure !== null) throw failure;
  }

  return {
    async post(url, body, headers, { nowMs = Date.now(), ...own } = {}) {
      if (closing) throw new Error("The webhook client has been closed.");
      const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
      const startedAt = performance.now();
      const elapsedMs = () => Math.round(performance.now() - startedAt);
      const result = { ...UNANSWERED };
      underWay.begin();
      const reader = new AnswerReader();
      let isTimeUp = false;
      const timer = setTimeout(() => {
        isTimeUp = true;
        reader.giveUp(new Error("The attempt's time is up."));
      }, timeoutMs);
      try {
        await send(targetOf(url), body, headers, reader);
      } catch (error) {
        result.timedOut = isTimeUp || isTimeout(error);
        result.error = describeFailure(error, { timedOut: isTimeUp, timeoutMs, connectTimeoutMs });
      } finally {
        clearTimeout(timer);
        underWay.end();
      }
      const { statusCode, retryAfter } = reader;
      result.statusCode = statusCode;
      result.responseBody = reader.text;
      result.gone = statusCode === 410;
      result.retryAfterMs = parseRetryAfter(retryAfter, new Date(nowMs + elapsedMs()));
      result.ok = result.error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
      return { ...result, durationMs: elapsedMs() };
    },

    async close() {
      closing ??= underWay
        .ended()
        .then(() =>
          Promise.all(Object.values(transports).map(async (transport) => (await transport).close())),
        );
      await closing;
    },
  };
}

/** How many attempts are under way, and when there are none. */
class UnderWay {
  private count = 0;
  private onNone: (() => void) | undefined;

  begin(): void {
    this.count += 1;
  }

  end(): void {
    this.count -= 1;
    if (this.count === 0) this.onNone?.();
  }

  async ended(): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      this.onNone = resolve;
    });
  }
}

/** Reads URLs, and remembers where they lead. What it gives throws GatewayError where a URL is not allowed. */
function targetReader(privateHosts: ReadonlySet<string>): (url: string) => Target {
  const targets = new Map<string, Target>();
  return (url) => {
    const known = targets.get(url);
    if (known) return known;
    const parsed = parseWebhookUrl(url, privateHosts, "url");
    const kind = isPrivateHost(parsed, privateHosts) ? "private" : "public";
    const target: Target = { kind, origin: parsed.origin, path: `${parsed.pathname}${parsed.search}` };
    const [first] = targets.keys();
    if (targets.size >= MAX_TARGETS && first !== undefined) targets.delete(first);
    targets.set(url, target);
    return target;
  };
}

/** A look-up that fails when any answer is not allowed: which of several is connected to is not ours to choose. */
function checkedLookup(lookup: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      if (error) return callback(error, []);
      const found = typeof answer === "string" ? [{ address: answer, family: isIP(answer) }] : answer;
      const [chosen] = found;
      if (chosen === undefined || !found.every(({ address }) => isAllowed(address))) {
        return callback(new NotPublicError(), []);
      }
      if (options.all) callback(null, found);
      else callback(null, chosen.address, chosen.family);
    });
  };
}
