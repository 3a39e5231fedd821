import type { LookupFunction } from "node:net";
import type { Agent } from "undici";
import { plainConnector } from "@/lib/parsing/plain-connector";
import type { AnswerReader } from "@/lib/webhooks/delivery/http/answer-reader";
import { Http2Connections } from "@/lib/webhooks/delivery/http/http2-connections";
import { RefusedError, SpeaksHttp2Error } from "@/lib/webhooks/delivery/http/http2-errors";

/**
 * The time for one of several addresses before the next is tried. Node's own 250 ms are less than a round trip around
 * the globe.
 */
const NEXT_ADDRESS_MS = 1_000;

/** Idle connections end soon for any offer of the receiver, so that a name is looked up again. */
const MAX_IDLE_MS = 30_000;

/** The most cached TLS sessions, by name, which make the next connection cheaper. */
const MAX_TLS_SESSIONS = 1_000;

export type TransportOptions = {
  lookup: LookupFunction;
  connectTimeoutMs: number;
  /** The time for which requests wait for another's connection, before each makes its own. */
  followMs?: number;
  /** The most connections to one host. */
  maxConnections: number;
  /** The certificate authorities to trust, as PEM, in place of the system's. */
  ca?: string;
};

/** The destination and the content of a request. */
export type WebhookRequest = { origin: string; path: string; headers: Record<string, string>; body: string };

/**
 * Posts over HTTP/2 if the receiver chooses it, otherwise over HTTP/1.1 by undici (rules: webhook attempts). Undici's
 * own HTTP/2 would open a connection for each POST, and fail the POST after a GOAWAY.
 */
export class Transport {
  private readonly agent: Agent;
  private readonly connections: Http2Connections;

  private constructor(agent: Agent, connections: Http2Connections) {
    this.agent = agent;
    this.connections = connections;
  }

  /** Loads undici with the first request: a worker that posts nothing starts without it. */
  static async open(options: TransportOptions): Promise<Transport> {
    const { lookup, connectTimeoutMs, maxConnections, ca } = options;
    const { Agent, buildConnector } = await import("undici");
    const connections = new Http2Connections(options);
    const dial = buildConnector({
      lookup,
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      allowH2: true,
      maxCachedSessions: MAX_TLS_SESSIONS,
      ...(ca === undefined ? {} : { ca }),
    });
    const connect = connections.connector(dial);
    const agent = new Agent({
      connect: plainConnector(connect),
      pipelining: 1,
      connections: maxConnections,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      // The attempt's single deadline includes these times.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return new Transport(agent, connections);
  }

  /** Posts a request. Its reader gets the response or the failure. */
  send(request: WebhookRequest, reader: AnswerReader): void {
    let wasRefused = false;
    reader.onFailure = (error) => {
      if (error instanceof SpeaksHttp2Error) {
        error.connection.send(toHttp2(request), reader);
        return true;
      }
      if (!(error instanceof RefusedError) || wasRefused) return false;
      wasRefused = true;
      this.begin(request, reader);
      return true;
    };
    this.begin(request, reader);
  }

  /** Waits for the current requests over HTTP/1.1, then closes all connections. */
  async close(): Promise<void> {
    await this.agent.close();
    this.connections.close();
  }

  private begin(request: WebhookRequest, reader: AnswerReader): void {
    const { origin } = request;
    const connection = this.connections.find(origin);
    const dial = connection ? undefined : this.connections.dialTo(origin);
    if (connection) connection.send(toHttp2(request), reader);
    else if (dial === undefined) this.dispatch(request, reader);
    // If the awaited connection failed, each request makes its own, with its own time.
    else
      void dial.then((isThere) => (isThere ? this.begin(request, reader) : this.dispatch(request, reader)));
  }

  private dispatch({ origin, path, headers, body }: WebhookRequest, reader: AnswerReader): void {
    this.agent.dispatch({ origin, path, method: "POST", headers, body }, reader);
  }
}

function toHttp2({ origin, path, headers, body }: WebhookRequest) {
  return { authority: origin.slice("https://".length), path, headers, body };
}
