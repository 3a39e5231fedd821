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

/** The longest time of a connection, and of an attempt as a whole (rules: webhook attempts). */
const CONNECT_TIMEOUT_MS = 5_000;
export const TIMEOUT_MS = 10_000;

/**
 * The most connections to one host: as many as attempts. Many accounts may share a host, and an attempt that waits
 * for a connection uses up its ten seconds. The caller limits the attempts of each account.
 */
const CONNECTIONS_PER_ORIGIN = MAX_ATTEMPTS;

/** The most checked URLs that are remembered: a check costs a tenth of the request. */
const MAX_TARGETS = 1_000;

/** The headers of every request. */
export const USUAL_HEADERS = { "Content-Type": "application/json", "User-Agent": "Messaging-Gateway/1.0" };

export type PostResult = {
  /** The receiver returned any 2xx status in time. */
  ok: boolean;
  /** Null if no response began. */
  statusCode: number | null;
  /** The first 1 KiB of the response as text without NUL; null if none began. */
  responseBody: string | null;
  /** The wait that the receiver asks for, in milliseconds. */
  retryAfterMs: number | null;
  /** The receiver wants no more of this event (410). */
  gone: boolean;
  /** The attempt ended without a connection or a complete response in time. */
  timedOut: boolean;
  durationMs: number;
  /** The reason of a failure without a complete response, as one sentence that is safe to show. */
  error: string | null;
};

/** The result of an attempt without a response. */
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
  /** The time in Unix milliseconds that a date in `Retry-After` is compared with. The default is the current time. */
  nowMs?: number;
  /** The longest time of the whole attempt, in milliseconds. The default is the client's own limit. */
  timeoutMs?: number | undefined;
};

export type WebhookClientOptions = {
  /** Receivers, as `host:port`, that may be private and use plain http. */
  privateHosts: ReadonlySet<string>;
  /**
   * Looks up all names, with `all`. The default is `lib/webhooks/delivery/resolve`, and the system's look-up for
   * private hosts.
   */
  lookup?: LookupFunction;
  /** The certificate authorities to trust, as PEM, in place of the system's. */
  ca?: string;
  connectTimeoutMs?: number;
  /**
   * The time for which requests wait for another's HTTP/2 connection, before each makes its own. The default is a
   * second.
   */
  followMs?: number;
  timeoutMs?: number;
  /** Decides which addresses may be connected to. Only tests set another rule than `isPublicAddress`. */
  isAllowed?: (address: string) => boolean;
};

export type WebhookClient = {
  /**
   * Makes one attempt. A failure of the network or the receiver is returned in the result, not thrown.
   * @param url checked again (rules: webhook urls), and its addresses at each connection.
   * @param body JSON, sent unchanged.
   * @param headers the headers besides `Content-Type` and `User-Agent`.
   * @throws Error if the client has been closed.
   */
  post(
    url: string,
    body: string,
    headers: Record<string, string>,
    options?: PostOptions,
  ): Promise<PostResult>;
  /** Waits for current attempts, then closes every connection. */
  close(): Promise<void>;
};

/** The destination of a URL. */
type Target = { kind: "public" | "private"; origin: string; path: string };

/**
 * Creates the client that delivers webhooks (rules: public addresses, webhook attempts). It checks addresses inside
 * each connection's own look-up, so that a name that later resolves to a private address is rejected. It never
 * follows redirects. An attempt ends within its time for any behaviour of the receiver.
 */
export function createWebhookClient(options: WebhookClientOptions): WebhookClient {
  const { privateHosts, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const transportOptions = { ...options, connectTimeoutMs, maxConnections: CONNECTIONS_PER_ORIGIN };
  const publicLookup = options.lookup ?? resolvingLookup();
  const lookups = {
    public: checkedLookup(publicLookup, options.isAllowed ?? isPublicAddress),
    // A private name may be only in the hosts file, or need a search domain.
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

/** A counter of current attempts that reports when the last has ended. */
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

/**
 * Returns a function that reads URLs and remembers their destinations. It throws GatewayError if a URL is not
 * allowed.
 */
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

/** Returns a look-up that fails if any address is not allowed: the connector chooses one of several addresses. */
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
