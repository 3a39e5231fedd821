import type {
  Carrier,
  CarrierAnswer,
  CarrierEvents,
  Health,
  Outgoing,
  Settle,
  UnknownTerms,
} from "@/lib/carriers/carrier";
import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import { countTry, type ErrorRules, NO_RULES } from "@/lib/carriers/error-rules";
import { type Verdict, verdictOf } from "@/lib/carriers/http/answer";
import { NOT_SUBMITTED } from "@/lib/carriers/http/causes";
import { type Exchange, Exchanger } from "@/lib/carriers/http/exchange";
import { Reachability } from "@/lib/carriers/http/reachability";
import { requestOf } from "@/lib/carriers/http/request";
import type { HttpSettings } from "@/lib/carriers/http/settings";
import { readWebhook } from "@/lib/carriers/http/webhook";
import { webhookAddress } from "@/lib/carriers/http/webhook-address";
import { type Load, Meter, type RateLimit } from "@/lib/carriers/load/load";
import type { LoadTeller } from "@/lib/carriers/load/load-teller";
import { Rate } from "@/lib/carriers/rate";
import { TokenTimer } from "@/lib/carriers/token-timer";
import type { CarrierWebhook, WebhookKind, WebhookNews } from "@/lib/carriers/webhook";
import { now } from "@/lib/clock";
import { log } from "@/lib/log";
import { parseRetryAfter } from "@/lib/retry-after";

/** The longest time that a message may wait for its turn. The times to connect and to answer come on top. */
const MAX_WAIT_MS = 10_000;

/** The wait before a retry of a message that was surely not accepted. */
const NOT_SUBMITTED_MS = 1_000;

type Waiting = { message: Outgoing; settle: Settle };

/**
 * Options of an HTTP carrier. `callbackUrl` is the address at which the provider reaches the gateway, or null
 * if the provider need not reach it. `roomChanged` is called when there is room again. `happened` is called
 * for events of the network as a whole. `random` randomizes the waits after failures.
 */
export type HttpCarrierOptions = {
  id: number;
  name: string;
  settings: HttpSettings;
  callbackUrl: string | null;
  roomChanged(): void;
  happened?(event: CarrierEvent): void;
  /** Reports the carrier's load. */
  teller?: LoadTeller;
  random?: () => number;
  /** Returns the operator's current rules for all networks of this kind. */
  errorRules?: (() => ErrorRules) | undefined;
  /** True if this process just used the network with other settings, and may have used up its rate. */
  isReopened?: boolean | undefined;
};

/** A network that is reached by a provider's HTTP API (rules: http submissions, http webhooks). */
export class HttpCarrier implements Carrier {
  readonly id: number;
  readonly name: string;
  readonly answerTimeoutMs: number;
  readonly ifUnknown: UnknownTerms;
  readonly isDraining: boolean;
  private readonly options: HttpCarrierOptions;
  private readonly settings: HttpSettings;
  private readonly rate: Rate;
  private readonly tokenTimer: TokenTimer;
  private readonly reachability: Reachability;
  private readonly exchanger: Exchanger;
  private readonly waiting: Waiting[] = [];
  private inFlight = 0;
  private readonly meter = new Meter();
  private pausedUntil = Number.NEGATIVE_INFINITY;
  private isStopping = false;
  private ended: () => void = () => undefined;
  private tellRoom: () => void;

  constructor(options: HttpCarrierOptions) {
    this.options = options;
    this.tellRoom = options.roomChanged;
    const { settings, random } = options;
    const { timers, tps, window, ca, api, resendUnknown } = settings;
    this.id = options.id;
    this.name = options.name;
    this.settings = settings;
    this.answerTimeoutMs = timers.connectTimeoutMs + timers.answerTimeoutMs + MAX_WAIT_MS;
    this.ifUnknown = { holdMs: timers.unknownHoldMs, resend: resendUnknown };
    this.isDraining = settings.isDraining;
    this.rate = new Rate(tps, timers.throttledMs, () => options.happened?.({ kind: "throttled" }));
    this.tokenTimer = new TokenTimer(this.rate, () => this.changed());
    if (options.isReopened) {
      this.rate.exhaust(performance.now());
      this.tokenTimer.set(true);
    }
    this.exchanger = new Exchanger({ ...timers, connections: window, ca });
    const { protocol, hostname, port } = new URL(api.request.url.replace(/\{\w*\}/g, "x"));
    const isTls = protocol === "https:";
    this.reachability = new Reachability({
      address: {
        host: hostname.replace(/^\[(.*)\]$/, "$1"),
        port: Number(port) || (isTls ? 443 : 80),
        tls: isTls ? { ca } : null,
      },
      connectTimeoutMs: timers.connectTimeoutMs,
      waits: timers,
      random,
      changed: () => this.changed(),
    });
  }

  /** Reports new room to the process that submits messages. */
  async start({ roomChanged }: CarrierEvents): Promise<void> {
    this.tellRoom = roomChanged;
  }

  room(): number {
    const at = performance.now();
    if (this.isStopping || !this.reachability.isUp || at < this.pausedUntil) return 0;
    const free = this.reachability.isTrying ? 1 : this.settings.window;
    return Math.max(Math.min(free - this.inFlight, this.rate.tokens(at)) - this.waiting.length, 0);
  }

  /** Returns the load since the last call. */
  load(at: number): Load & RateLimit {
    const { inFlight, settings, meter, rate } = this;
    return { perSecond: meter.look(at), inUse: inFlight, window: settings.window, ...rate.limits(at) };
  }

  health(): Health {
    if (this.isDraining) return { isUp: false, reason: "it is being drained" };
    const { isUp, reason } = this.reachability;
    return { isUp, reason };
  }

  submit(batch: readonly Outgoing[], settle: Settle): void {
    this.options.teller?.busy((at) => this.load(at));
    for (const message of batch) this.waiting.push({ message, settle });
    this.pump();
  }

  takeWebhook(kind: WebhookKind, webhook: CarrierWebhook): WebhookNews | null {
    const { settings, name } = this;
    return readWebhook(kind, webhook, { settings, name, callbackUrl: this.options.callbackUrl });
  }

  async stop(by: Date): Promise<void> {
    this.isStopping = true;
    this.tokenTimer.stop();
    this.reachability.stop();
    this.settleWaiting(NOT_SUBMITTED_MS);
    if (this.inFlight > 0) {
      const ended = new Promise<void>((resolve) => {
        this.ended = resolve;
      });
      const patience = setTimeout(() => this.ended(), Math.max(by.getTime() - now().getTime(), 0));
      await ended;
      clearTimeout(patience);
    }
    await this.options.teller?.end();
    await this.exchanger.close();
  }

  /** Sends waiting messages, as far as the window and the rate allow. */
  private pump(): void {
    const at = performance.now();
    if (this.isStopping || !this.reachability.isUp) this.settleWaiting(NOT_SUBMITTED_MS);
    else if (at < this.pausedUntil) this.settleWaiting(this.pausedUntil - at);
    const most = this.reachability.isTrying ? 1 : this.settings.window;
    while (this.inFlight < most && this.rate.tokens(performance.now()) > 0) {
      const next = this.waiting.shift();
      if (!next) break;
      this.rate.take(performance.now());
      this.meter.add();
      this.inFlight++;
      void this.send(next);
    }
    const lacksToken = this.waiting.length > 0 && this.inFlight < most;
    if (!this.isStopping) this.tokenTimer.set(lacksToken, this.pausedUntil);
  }

  private async send({ message, settle }: Waiting): Promise<void> {
    let settled: CarrierAnswer;
    try {
      const { api, username, password } = this.settings;
      const terms = { username, password, reportUrl: this.reportUrlOf(message), now: now() };
      const exchange = await this.exchanger.send(requestOf(message, api.request, terms));
      settled = this.settledOf(message, exchange);
    } catch {
      // A request cannot be made from every setting, for example from a password that no header may contain.
      // The cause may contain the secret.
      log().error({ carrier: this.name, message: message.id }, "a request could not be created");
      settled = { id: message.id, outcome: "elsewhere", code: "no request" };
    }
    this.inFlight--;
    settle([settled]);
    if (this.isStopping && this.inFlight === 0) this.ended();
    this.changed();
  }

  private reportUrlOf({ id, msisdn }: Outgoing): string | null {
    const { settings, name } = this;
    const { callbackUrl } = this.options;
    if (callbackUrl === null || !settings.reports || !settings.api.report) return null;
    return webhookAddress("report", { callbackUrl, name, settings }, { id, msisdn });
  }

  private settledOf(message: Outgoing, exchange: Exchange): CarrierAnswer {
    const { id } = message;
    if (exchange.outcome === "not sent") {
      this.reachability.lost(exchange.reason);
      return { id, outcome: "later", code: NOT_SUBMITTED, afterMs: NOT_SUBMITTED_MS, counts: false };
    }
    if (exchange.outcome === "unanswered") {
      log().warn({ carrier: this.name, message: id, reason: exchange.reason }, "a provider did not answer");
      return { id, outcome: "unknown", accepted: [] };
    }
    const verdict = verdictOf(exchange, id, this.settings, this.errorRules());
    if (verdict.outcome !== "login") this.reachability.answered();
    return this.followed(message, verdict, exchange);
  }

  /** Applies a verdict to its message and to the carrier, and returns the answer for the message. */
  private followed(
    { id, putOff: before }: Outgoing,
    verdict: Verdict,
    { status, retryAfter }: { status: number; retryAfter: string | null },
  ): CarrierAnswer {
    if (verdict.outcome === "accepted") {
      const { reports } = this.settings;
      return { id, outcome: "accepted", references: [reports ? verdict.reference : null] };
    }
    if (verdict.outcome === "unknown") {
      if (verdict.alarm !== null) log().error({ carrier: this.name, message: id }, verdict.alarm);
      return { id, outcome: "unknown", accepted: [] };
    }
    const { code } = verdict;
    if (verdict.outcome === "login") {
      const cause = this.isDeclared(code) ? code : `HTTP ${status}`;
      const reason = `The provider refuses the login. (${cause})`;
      if (this.reachability.refused(reason)) {
        log().error({ carrier: this.name, code: cause }, "a provider refuses the login");
        this.options.happened?.({ kind: "refused", reason });
      }
      return { id, outcome: "later", code, afterMs: NOT_SUBMITTED_MS, counts: false };
    }
    if (verdict.outcome === "throttled")
      return { id, outcome: "later", code, afterMs: this.pause(retryAfter), counts: false };
    if (verdict.outcome === "later") {
      const { afterMs, tries } = verdict;
      const { rule, putOff } = countTry({ action: "later" as const, tries }, before);
      if (rule.action === "later") return { id, outcome: "later", code, afterMs, counts: true, putOff };
      return { id, outcome: rule.action, code };
    }
    return { id, outcome: verdict.outcome, code };
  }

  private errorRules(): ErrorRules {
    return this.options.errorRules?.() ?? NO_RULES;
  }

  /**
   * Returns whether settings or rules name a code. An undeclared code may repeat the sent text, and must not
   * be logged (rules: logs).
   */
  private isDeclared(code: string): boolean {
    const { api, errors } = this.settings;
    return Object.hasOwn(api.errors, code) || Object.hasOwn(errors, code) || this.errorRules().has(code);
  }

  /**
   * Pauses sending for the time that the provider or the carrier's rate demands. @returns that time in
   * milliseconds.
   */
  private pause(retryAfter: string | null): number {
    const at = performance.now();
    this.rate.throttle(at);
    const asked = parseRetryAfter(retryAfter, now()) ?? 0;
    // Both cases return waiting messages to the queue: their answers would time out before a long pause ends.
    this.pausedUntil = Math.max(this.pausedUntil, at + asked, at + this.rate.waitMs(at));
    return this.pausedUntil - at;
  }

  private settleWaiting(afterMs: number): void {
    for (const { message, settle } of this.waiting.splice(0))
      settle([
        { id: message.id, outcome: "later", code: NOT_SUBMITTED, afterMs: Math.ceil(afterMs), counts: false },
      ]);
  }

  private changed(): void {
    this.pump();
    if (this.room() > 0) this.tellRoom();
  }
}
