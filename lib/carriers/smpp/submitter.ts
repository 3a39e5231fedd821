import type { Outgoing, Settle } from "@/lib/carriers/carrier";
import type { Rate } from "@/lib/carriers/rate";
import type { SmppCarrierOptions } from "@/lib/carriers/smpp/carrier-options";
import { causeOf, ruleOf } from "@/lib/carriers/smpp/errors";
import type { Link } from "@/lib/carriers/smpp/link";
import type { Refusal } from "@/lib/carriers/smpp/message-run";
import { endOf } from "@/lib/carriers/smpp/standing/link-silence";
import type { NetworkStanding } from "@/lib/carriers/smpp/standing/network-standing";
import { type Waiting, WaitingLine } from "@/lib/carriers/smpp/waiting";
import { submitFields, wirePartsOf } from "@/lib/carriers/smpp/wire";
import type { TokenTimer } from "@/lib/carriers/token-timer";
import { now } from "@/lib/clock";
import { describeError, log } from "@/lib/log";
import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { formatStatus, STATUS } from "@/lib/smpp/pdu/status";
import { canonicalId } from "@/lib/smpp/receipt/message-id";
import type { Settlement } from "@/lib/smpp/session/in-flight";
import type { Session } from "@/lib/smpp/session/session";

/** The longest time that a message waits for its turn and for throttled parts, besides the response time. */
export const MAX_WAIT_MS = 30_000;

/** The actions by which the network accepts nothing for now. */
const PUTS_OFF: ReadonlySet<string> = new Set(["throttled", "later"]);

/** A link that may submit. */
export type Sender = { link: Link; session: Session; allowsTlvs: boolean };

export type SubmitterOptions = Pick<SmppCarrierOptions, "name" | "settings" | "errorRules"> & {
  rate: Rate;
  tokenTimer: TokenTimer;
  standing: NetworkStanding;
  senders(): Sender[];
};

/** Writes the parts of messages to a network's links, and settles the messages (rules: smpp submissions). */
export class Submitter {
  private readonly options: SubmitterOptions;
  private readonly settings: SmppCarrierOptions["settings"];
  private readonly errorRules: SmppCarrierOptions["errorRules"];
  private readonly rate: Rate;
  private readonly standing: NetworkStanding;
  private readonly waiting = new WaitingLine();
  private readonly inFlight = new Set<Waiting>();
  /** Parts that are retried after a wait. */
  private readonly retries = new Map<NodeJS.Timeout, { entry: Waiting; part: number }>();
  private isStopping = false;

  constructor(options: SubmitterOptions) {
    this.options = options;
    this.settings = options.settings;
    this.errorRules = options.errorRules;
    this.rate = options.rate;
    this.standing = options.standing;
  }

  /** The number of messages that wait for a link. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  start(): void {
    this.isStopping = false;
  }

  /** Settles waiting messages for a later retry, and starts no more retries of parts. */
  stop(): void {
    this.isStopping = true;
    this.giveBack();
  }

  /** Settles waiting messages for a later retry, because there is no link. */
  giveBack(): void {
    for (const timer of [...this.retries.keys()]) this.retry(timer);
    this.settleWaiting();
  }

  submit(batch: readonly Outgoing[], settle: Settle): void {
    const allowsTlvs = this.options.senders().every((sender) => sender.allowsTlvs);
    for (const message of batch)
      this.waiting.add(message, wirePartsOf(message, this.settings, allowsTlvs), settle);
    this.pump();
  }

  /**
   * Returns the link for the next part of a message. A silent link sometimes gets a message that can wait, as
   * a probe.
   */
  private senderFor({ run }: Waiting, at: number): Sender | undefined {
    const senders = this.options.senders().filter(({ session }) => session.room() > 0);
    const that = (needs: "one" | "any") =>
      senders.filter(({ link }) => this.standing.linkNeeds(link.number, at) === needs);
    const asked = run.message.sendType === "otp" ? [] : that("one");
    return asked[0] ?? that("any").sort((a, b) => b.session.room() - a.session.room())[0];
  }

  /** Writes waiting parts, as far as the links and the rate allow. */
  pump(): void {
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
      const at = performance.now();
      const best = head && this.senderFor(head, at);
      if (!head || part === undefined || !best || !this.standing.mayWrite(head, at)) break;
      if (at - head.since > MAX_WAIT_MS) head.run.cutShort();
      else if (this.rate.tokens(at) > 0) this.write(head, part, best);
      else {
        lacksToken = true;
        break;
      }
    }
    if (this.options.senders().length === 0 || this.standing.isDown) this.settleWaiting();
    else if (this.standing.refusesCodes(performance.now())) this.settleWaiting(isCode);
    if (this.options.senders().length > 0 && !this.isStopping) this.options.tokenTimer.set(lacksToken);
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
    const at = performance.now();
    this.rate.take(at);
    by.link.meter.add();
    try {
      const fields = submitFields(run.message, wire, this.settings, now());
      by.session.submit(fields, wire.tlvs, (settlement) => {
        this.standing.ended(by.link.number, endOf(settlement, by.session.takesMore), performance.now());
        this.settled(entry, part, settlement, at);
      });
      this.standing.written(by.link.number, entry, at);
    } catch (error) {
      // A field may not fit into SMPP, such as a sender that is too long.
      log().error(
        { carrier: this.options.name, message: run.message.id, err: describeError(error) },
        "a message could not be written",
      );
      const status = STATUS.invalidMessageLength;
      run.refused(part, { status, rule: ruleOf(status, this.settings, this.errorRules?.()) });
      this.conclude(entry);
    }
  }

  private settled(entry: Waiting, part: number, settlement: Settlement, writtenAt: number): void {
    const { run } = entry;
    if (settlement.outcome === "not written") this.putBack(entry, part);
    else if (settlement.outcome === "unanswered") run.unanswered(part);
    else this.answered(entry, part, settlement.response as PduOf<"submit_sm_resp">, writtenAt);
    this.conclude(entry);
    this.pump();
  }

  private answered(entry: Waiting, part: number, response: PduOf<"submit_sm_resp">, writtenAt: number): void {
    const { run } = entry;
    const at = performance.now();
    const answer = { ms: at - writtenAt, at };
    if (response.command === "submit_sm_resp" && response.status === STATUS.ok) {
      run.accepted(part, canonicalId(response.fields.messageId, this.settings.responseIds));
      this.standing.answered({ ...answer, kind: "accepted" });
      return;
    }
    const { status } = response;
    const rule = ruleOf(status || STATUS.systemError, this.settings, this.errorRules?.());
    const isPutOff = response.command !== "submit_sm_resp" || PUTS_OFF.has(rule.action);
    const cause = `${causeOf(status)} (${formatStatus(status)})`;
    this.standing.answered({ ...answer, kind: isPutOff ? "put off" : "neither", cause });
    if (rule.action === "throttled") {
      this.rate.throttle(at);
      this.putBack(entry, part);
    } else this.refused(entry, part, { status, rule: run.follow(rule) });
  }

  /**
   * Retries a refused part here if the message is long, because no other carrier can finish a begun message.
   * Otherwise records the refusal.
   */
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

  /** Queues a part that was surely not accepted for submission again. */
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

  /**
   * Settles waiting messages, or some of them, for a later retry: there is or soon will be no link, or the
   * network accepts no messages.
   */
  private settleWaiting(which: (entry: Waiting) => boolean = () => true): void {
    for (const entry of this.waiting.take(which)) {
      entry.run.cutShort();
      this.inFlight.add(entry);
      this.conclude(entry);
    }
  }
}

const isCode = ({ run }: Waiting) => run.message.sendType === "otp";
