import type { Carrier, CarrierEvents, Health, Outgoing, Settle, UnknownTerms } from "@/lib/carriers/carrier";
import { Rate } from "@/lib/carriers/rate";
import type { SmppCarrierOptions } from "@/lib/carriers/smpp/carrier-options";
import { Deliveries } from "@/lib/carriers/smpp/deliveries";
import { bindCommandsOf, Link } from "@/lib/carriers/smpp/link";
import { RoomTeller } from "@/lib/carriers/smpp/room-teller";
import { NetworkStanding } from "@/lib/carriers/smpp/standing/network-standing";
import { MAX_WAIT_MS, type Sender, Submitter } from "@/lib/carriers/smpp/submitter";
import { TokenTimer } from "@/lib/carriers/token-timer";
import { now } from "@/lib/clock";
import { STATUS } from "@/lib/smpp/pdu/status";

/**
 * The share of the windows that justifies an immediate claim. As many messages may wait here for free places.
 */
const ENOUGH_SHARE = 0.25;

/** The interval at which the network is judged. */
const JUDGE_MS = 500;

/**
 * A network that is reached by SMPP over one or more links (rules: smpp links, smpp submissions). The network
 * allows each link once, so `ownership` assigns the links to processes.
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
  private readonly tokenTimer: TokenTimer;
  private readonly submitter: Submitter;
  private deliveries: Deliveries | null = null;
  private events: CarrierEvents | null = null;
  private readonly roomTeller = new RoomTeller({
    room: () => this.room(),
    enough: () => this.enoughRoom(),
    tell: () => this.events?.roomChanged(),
  });
  private readonly standing: NetworkStanding;
  private judging: NodeJS.Timeout | undefined;
  private isStopping = false;
  /** True if this process owns links. */
  private isOpen = false;

  constructor(options: SmppCarrierOptions) {
    const { id, name, settings, ownership, errorRules, random, happened, standingTimes } = options;
    this.id = id;
    this.name = name;
    this.ownership = ownership;
    this.linkOwner = ownership?.owner;
    this.settings = settings;
    this.answerTimeoutMs = settings.timers.responseTimeoutMs + MAX_WAIT_MS;
    this.ifUnknown = { holdMs: settings.timers.unknownHoldMs, resend: settings.resendUnknown };
    this.isDraining = settings.isDraining;
    this.rate = new Rate(settings.tps, settings.timers.throttledMs, () => happened?.({ kind: "throttled" }));
    this.standing = new NetworkStanding(settings.timers.responseTimeoutMs, standingTimes);
    this.tokenTimer = new TokenTimer(this.rate, () => this.changed());
    const { rate, tokenTimer, standing } = this;
    this.submitter = new Submitter({
      name,
      settings,
      errorRules,
      rate,
      tokenTimer,
      standing,
      senders: () => this.senders(),
    });
    this.links = bindCommandsOf(settings).map(
      (command, index) =>
        new Link({
          carrier: name,
          number: index + 1,
          command,
          settings,
          happened,
          ...(random && { random }),
          delivered: (delivery, session) => this.delivered(delivery, session),
          ended: (session) => this.deliveries?.linkEnded(session),
          changed: () => this.changed(),
        }),
    );
  }

  /** Handles the events of its links, and opens the links that this process owns. */
  async start(events: CarrierEvents): Promise<void> {
    this.events = events;
    const { settings, linkOwner: owner = null } = this;
    this.deliveries = new Deliveries(this.name, { settings, events, owner });
    this.isStopping = false;
    this.submitter.start();
    this.judging ??= setInterval(() => this.judge(), JUDGE_MS).unref();
    if (this.ownership) this.ownership.begin(this);
    else this.openLinks(new Set(this.links.map(({ number }) => number)));
  }

  /**
   * Opens the links with these numbers, and closes the others.
   * @param wasHeld whether another process just had the links, and may have used up the rate.
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
    clearInterval(this.judging);
    this.tokenTimer.stop();
    this.roomTeller.stop();
    this.submitter.stop();
    await Promise.all(this.links.map((link) => link.stop(Math.max(by.getTime() - now().getTime(), 0))));
    await this.ownership?.end();
  }

  health(): Health {
    if (this.isDraining) return { isUp: false, reason: "it is being drained" };
    const down = this.links.find(({ canSubmit, bound }) => canSubmit && bound === null);
    // A link that is bound to another host than the first has a note about it.
    const noted = down ?? this.links.find(({ bound, state }) => bound !== null && state.lastError !== null);
    const reason = noted?.state.lastError ?? null;
    const judged = this.standing.health(performance.now());
    if (this.senders().length === 0)
      return {
        isUp: false,
        reason: reason ?? "not bound",
        ...(this.standing.isDown && { standing: "failing" }),
      };
    const standing = judged.standing === "asks" && this.room() === 0 ? "failing" : judged.standing;
    return { isUp: judged.isUp, reason: judged.reason ?? reason, ...(standing && { standing }) };
  }

  room(): number {
    if (this.isStopping) return 0;
    const at = performance.now();
    const senders = this.senders().filter(
      ({ link }) => this.standing.linkNeeds(link.number, at) !== "nothing",
    );
    const free = senders.reduce((sum, { session }) => sum + session.room(), 0);
    const reserve = Math.floor(senders.length * this.settings.window * ENOUGH_SHARE);
    const room = Math.min(free + reserve, this.rate.tokens(at));
    const most = this.standing.room(at);
    return Math.max((most < room ? Math.min(most, free) : room) - this.submitter.waitingCount, 0);
  }

  enoughRoom(): number {
    return Math.max(Math.ceil(this.senders().length * this.settings.window * ENOUGH_SHARE), 1);
  }

  submit(batch: readonly Outgoing[], settle: Settle): void {
    this.submitter.submit(batch, settle);
    this.roomTeller.used();
  }

  private delivered(...[delivery, session]: Parameters<Deliveries["take"]>): Promise<number> {
    return this.deliveries?.take(delivery, session) ?? Promise.resolve(STATUS.temporaryError);
  }

  /**
   * Returns the links that may submit. A link that is unbinding only waits for answers, and its places are
   * not used again.
   */
  private senders(): Sender[] {
    return this.links.flatMap((link) => {
      const { bound, canSubmit, allowsTlvs } = link;
      return bound?.takesMore && canSubmit ? [{ link, session: bound, allowsTlvs }] : [];
    });
  }

  private changed(): void {
    if (this.senders().length === 0) {
      this.standing.linksLost();
      this.submitter.giveBack();
    } else this.submitter.pump();
    if (!this.isStopping) this.roomTeller.changed();
  }

  /** Judges the network by its answers, and continues as the judgement allows. */
  private judge(): void {
    const at = performance.now();
    const { standing } = this;
    standing.check(
      at,
      this.senders().map(({ link }) => link.number),
    );
    for (const link of this.links) link.noteTrouble(standing.troubleOf(link.number, at));
    this.changed();
  }
}
