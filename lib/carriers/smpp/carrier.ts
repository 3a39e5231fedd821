import type { Carrier, CarrierEvents, Health, Outgoing, Settle, UnknownTerms } from "@/lib/carriers/carrier";
import { Rate } from "@/lib/carriers/rate";
import type { SmppCarrierOptions } from "@/lib/carriers/smpp/carrier-options";
import { Deliveries } from "@/lib/carriers/smpp/deliveries";
import { ruleOf } from "@/lib/carriers/smpp/errors";
import { bindCommandsOf, Link } from "@/lib/carriers/smpp/link";
import type { Refusal } from "@/lib/carriers/smpp/message-run";
import { RoomTeller } from "@/lib/carriers/smpp/room-teller";
import { type Waiting, WaitingLine } from "@/lib/carriers/smpp/waiting";
import { submitFields, wirePartsOf } from "@/lib/carriers/smpp/wire";
import { TokenTimer } from "@/lib/carriers/token-timer";
import { now } from "@/lib/clock";
import { describeError, log } from "@/lib/log";
import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { STATUS } from "@/lib/smpp/pdu/status";
import { canonicalId } from "@/lib/smpp/receipt/message-id";
import type { Settlement } from "@/lib/smpp/session/in-flight";
import type { Session } from "@/lib/smpp/session/session";

/** So long beside the response's own time a message may wait for its turn and for parts that are throttled. */
const MAX_WAIT_MS = 30_000;

/** So large a share of the windows is worth a claim at once, and as much waits here for the next places. */
const ENOUGH_SHARE = 0.25;

/**
 * A network that is reached by SMPP, by one or more links (rules: smpp links, smpp submissions). A network allows each of
 * them once: which are open here is said by who owns them.
 */
export class SmppCarrier implements Carrier {
  readonly id: number;
  readonly name: string;
  readonly answerTimeoutMs: number;
  readonly ifUnknown: UnknownTerms;
  readonly isDraining: boolean;
  readonly linkOwner: string | undefined;
  readonly links: readonly Link[];
  readonly rate: Rate;
  private readonly settings: SmppCarrierOptions["settings"];
  private readonly ownership: SmppCarrierOptions["ownership"];
  private readonly errorRules: SmppCarrierOptions["errorRules"];
  private readonly tokenTimer: TokenTimer;
  private readonly waiting = new WaitingLine();
  private readonly inFlight = new Set<Waiting>();
  /** Parts that are submitted again after a while. */
  private readonly retries = new Map<NodeJS.Timeout, { entry: Waiting; part: number }>();
  private deliveries: Deliveries | null = null;
  private events: CarrierEvents | null = null;
  private readonly roomTeller = new RoomTeller({
    room: () => this.room(),
    enough: () => this.enoughRoom(),
    tell: () => this.events?.roomChanged(),
  });
  /** All links were down: one message tries the way before others follow. */
  private isProbing = true;
  private isStopping = false;
  /** Whether this process owns links. */
  private isOpen = false;

  constructor({ id, name, settings, ownership, errorRules, random, happened }: SmppCarrierOptions) {
    this.id = id;
    this.name = name;
    this.ownership = ownership;
    this.linkOwner = ownership?.owner;
    this.errorRules = errorRules;
    this.settings = settings;
    this.answerTimeoutMs = settings.timers.responseTimeoutMs + MAX_WAIT_MS;
    this.ifUnknown = { holdMs: settings.timers.unknownHoldMs, resend: settings.resendUnknown };
    this.isDraining = settings.isDraining;
    this.rate = new Rate(settings.tps, settings.timers.throttledMs, () => happened?.({ kind: "throttled" }));
    this.tokenTimer = new TokenTimer(this.rate, () => this.changed());
    this.links = bindCommandsOf(settings).map(
      (command, index) =>
        new Link({
          ...{ carrier: name, number: index + 1, command, settings, happened, ...(random && { random }) },
          delivered: (delivery, session) => this.delivered(delivery, session),
          ended: (session) => this.deliveries?.linkEnded(session),
          changed: () => this.changed(),
        }),
    );
  }

  /** Hands on what comes in by its links, and opens those that this process owns. */
  async start(events: CarrierEvents): Promise<void> {
    this.events = events;
    const { settings, linkOwner: owner = null } = this;
    this.deliveries = new Deliveries(this.name, { settings, events, owner });
    this.isStopping = false;
    if (this.ownership) this.ownership.begin(this);
    else this.openLinks(new Set(this.links.map(({ number }) => number)));
  }

  /**
   * Opens the links with these numbers, and closes the others.
   * @param wasHeld whether another process had them just now, and may have used up the rate.
   */
  openLinks(numbers: ReadonlySet<number>, wasHeld = false): void {
    if (this.isStopping) return;
    if (wasHeld && !this.isOpen) this.rate.exhaust(performance.now());
    this.isOpen = numbers.size > 0;
    for (const link of this.links) {
      if (numbers.has(link.number)) link.start();
      else void link.stop(this.settings.timers.unbindGraceMs);
    }
  }

  async stop(by: Date): Promise<void> {
    this.isStopping = true;
    this.tokenTimer.stop();
    this.roomTeller.stop();
    for (const timer of [...this.retries.keys()]) this.retry(timer);
    this.settleWaiting();
    await Promise.all(this.links.map((link) => link.stop(Math.max(by.getTime() - now().getTime(), 0))));
    await this.ownership?.end();
  }

  health(): Health {
    if (this.isDraining) return { isUp: false, reason: "it is being drained" };
    const down = this.links.find(({ canSubmit, bound }) => canSubmit && bound === null);
    const isUp = this.senders().length > 0;
    // A link that is bound to another host than the first says so.
    const told = down ?? this.links.find(({ bound, state }) => bound !== null && state.lastError !== null);
    return { isUp, reason: told?.state.lastError ?? (isUp ? null : "not bound") };
  }

  room(): number {
    if (this.isStopping) return 0;
    const senders = this.senders();
    const free = senders.reduce((sum, { session }) => sum + session.room(), 0);
    const reserve = Math.floor(senders.length * this.settings.window * ENOUGH_SHARE);
    const room = Math.min(free + reserve, this.rate.tokens(performance.now()));
    const most = this.isProbing ? Math.min(free, room, 1 - this.inFlight.size) : room;
    return Math.max(most - this.waiting.length, 0);
  }

  enoughRoom(): number {
    return Math.max(Math.ceil(this.senders().length * this.settings.window * ENOUGH_SHARE), 1);
  }

  submit(batch: readonly Outgoing[], settle: Settle): void {
    const allowsTlvs = this.senders().every((sender) => sender.allowsTlvs);
    for (const message of batch)
      this.waiting.add(message, wirePartsOf(message, this.settings, allowsTlvs), settle);
    this.pump();
    this.roomTeller.used();
  }

  private delivered(...[delivery, session]: Parameters<Deliveries["take"]>): Promise<number> {
    return this.deliveries?.take(delivery, session) ?? Promise.resolve(STATUS.temporaryError);
  }

  /** The links that may submit: one that is unbound waits for answers alone, and has no place that gets free. */
  private senders(): { link: Link; session: Session; allowsTlvs: boolean }[] {
    return this.links.flatMap((link) => {
      const { bound, canSubmit, allowsTlvs } = link;
      return bound?.takesMore && canSubmit ? [{ link, session: bound, allowsTlvs }] : [];
    });
  }

  private changed(): void {
    if (this.senders().length === 0) {
      this.isProbing = true;
      for (const timer of [...this.retries.keys()]) this.retry(timer);
      this.settleWaiting();
    } else this.pump();
    if (!this.isStopping) this.roomTeller.changed();
  }

  /** Writes what waits, as much as links and rate have room for. */
  private pump(): void {
    let lacksToken = false;
    while (this.waiting.length > 0) {
      const { head } = this.waiting;
      const part = head?.run.next();
      if (head && part === undefined) {
        this.waiting.shift();
        this.inFlight.add(head);
        this.conclude(head);
        continue;
      }
      const best = this.senders().sort((a, b) => b.session.room() - a.session.room())[0];
      if (!head || part === undefined || !best || best.session.room() === 0) break;
      const at = performance.now();
      if (at - head.since > MAX_WAIT_MS) head.run.cutShort();
      else if (this.rate.tokens(at) > 0) this.write(head, part, best);
      else {
        lacksToken = true;
        break;
      }
    }
    if (this.senders().length === 0) this.settleWaiting();
    else if (!this.isStopping) this.tokenTimer.set(lacksToken);
  }

  private write(entry: Waiting, part: number, by: { link: Link; session: Session }): void {
    const { run } = entry;
    const wire = run.wire[part];
    if (!wire) return;
    run.submitted(part);
    if (run.next() === undefined) {
      this.waiting.shift();
      this.inFlight.add(entry);
    }
    this.rate.take(performance.now());
    by.link.meter.add();
    try {
      const fields = submitFields(run.message, wire, this.settings, now());
      by.session.submit(fields, wire.tlvs, (settlement) => this.settled(entry, part, settlement));
    } catch (error) {
      // A field that SMPP has no place for, such as a sender that is too long.
      log().error(
        { carrier: this.name, message: run.message.id, err: describeError(error) },
        "cannot be written",
      );
      const status = STATUS.invalidMessageLength;
      run.refused(part, { status, rule: ruleOf(status, this.settings, this.errorRules?.()) });
      this.conclude(entry);
    }
  }

  private settled(entry: Waiting, part: number, settlement: Settlement): void {
    const { run } = entry;
    if (settlement.outcome === "not written") this.putBack(entry, part);
    else if (settlement.outcome === "unanswered") run.unanswered(part);
    else this.answered(entry, part, settlement.response as PduOf<"submit_sm_resp">);
    this.conclude(entry);
    this.pump();
  }

  private answered(entry: Waiting, part: number, response: PduOf<"submit_sm_resp">): void {
    const { run } = entry;
    this.isProbing = false;
    if (response.command === "submit_sm_resp" && response.status === STATUS.ok) {
      run.accepted(part, canonicalId(response.fields.messageId, this.settings.responseIds));
      return;
    }
    const { status } = response;
    const rule = ruleOf(status || STATUS.systemError, this.settings, this.errorRules?.());
    if (rule.action === "throttled") {
      this.rate.throttle(performance.now());
      this.putBack(entry, part);
    } else this.refused(entry, part, { status, rule: run.follow(rule) });
  }

  /** Of a long message the part alone is submitted again while it is here: once it has begun, no other carrier can end it. */
  private refused(entry: Waiting, part: number, refusal: Refusal): void {
    const { rule } = refusal;
    const isInTime = performance.now() + rule.delayMs - entry.since < MAX_WAIT_MS;
    if (rule.action !== "later" || entry.run.wire.length === 1) entry.run.refused(part, refusal);
    else if (isInTime && !this.isStopping) {
      const timer = setTimeout(() => this.retry(timer), rule.delayMs);
      this.retries.set(timer, { entry, part });
    } else entry.run.refused(part, refusal);
  }

  private retry(timer: NodeJS.Timeout): void {
    const waiting = this.retries.get(timer);
    this.retries.delete(timer);
    clearTimeout(timer);
    if (!waiting) return;
    this.putBack(waiting.entry, waiting.part);
    this.conclude(waiting.entry);
    this.pump();
  }

  /** Has a part submitted again that was surely not taken. */
  private putBack(entry: Waiting, part: number): void {
    entry.run.again(part);
    if (entry.run.next() === undefined || !this.inFlight.delete(entry)) return;
    this.waiting.putBack(entry);
  }

  /** Settles a message whose outcome is decided. */
  private conclude(entry: Waiting): void {
    const result = this.inFlight.has(entry) ? entry.run.result() : null;
    if (result === null) return;
    this.inFlight.delete(entry);
    entry.settle([result]);
  }

  /** Gives back what waits: there is no link, or soon none. */
  private settleWaiting(): void {
    for (const entry of this.waiting.takeAll()) {
      entry.run.cutShort();
      this.inFlight.add(entry);
      this.conclude(entry);
    }
  }
}
