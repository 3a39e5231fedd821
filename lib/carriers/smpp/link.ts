import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import { type Load, Meter } from "@/lib/carriers/load/load";
import { BackOff } from "@/lib/carriers/smpp/back-off";
import { bindRefusalReason, isRefusedLogin } from "@/lib/carriers/smpp/binds/bind-refusals";
import { HostChoice } from "@/lib/carriers/smpp/host-choice";
import type { SmppSettings } from "@/lib/carriers/smpp/settings";
import { now } from "@/lib/clock";
import type { LINK_STATES } from "@/lib/contracts/admin/networks";
import { describeError, log } from "@/lib/log";
import type { Delivery } from "@/lib/smpp/receipt/receipt";
import { connect } from "@/lib/smpp/session/connect";
import type { BindCommand } from "@/lib/smpp/session/events";
import { Session, VERSION_WITH_TLVS } from "@/lib/smpp/session/session";

/**
 * The state of a link, drawn in docs/states.md. `lastError` is the reason why it is down, without secrets.
 */
export type LinkState = {
  state: (typeof LINK_STATES)[number];
  lastError: string | null;
  boundAt: Date | null;
};

export type LinkOptions = {
  carrier: string;
  number: number;
  command: BindCommand;
  settings: SmppSettings;
  random?: () => number;
  /** Handles a delivery. `session` is the same for all deliveries over one bind. */
  delivered(delivery: Delivery, session: Session): Promise<number>;
  /** Handles the end of a bind. */
  ended(session: Session): void;
  /** Handles a change of the link's room. */
  changed(): void;
  /** Handles an event: the link was bound, or was lost. */
  happened?: ((event: CarrierEvent) => void) | undefined;
};

/** One link, which binds again whenever it is lost. It never gives up. */
export class Link {
  readonly number: number;
  state: LinkState = { state: "stopped", lastError: null, boundAt: null };
  allowsTlvs = true;
  /** The reason why the link gets no messages although it is bound; null if it gets them. */
  trouble: string | null = null;
  /** Counts the link's submissions. */
  readonly meter = new Meter();
  private readonly options: LinkOptions;
  private readonly backOff: BackOff;
  private readonly hosts: HostChoice;
  private session: Session | null = null;
  private running: Promise<void> | null = null;
  private isStopping = false;
  private reported = "";
  private endWait: () => void = () => undefined;

  constructor(options: LinkOptions) {
    this.options = options;
    this.number = options.number;
    this.backOff = new BackOff(options.settings.timers, options.random);
    this.hosts = new HostChoice(options.settings, options.random);
  }

  /** True if messages may be submitted over the link when it is bound. */
  get canSubmit(): boolean {
    return this.options.command !== "bind_receiver";
  }

  /** The session of the bind; null if the link is not bound. */
  get bound(): Session | null {
    return this.state.state === "bound" ? this.session : null;
  }

  /**
   * Records the reason why the link gets no messages although it is bound, or null when it gets them again.
   */
  noteTrouble(trouble: string | null): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    const { carrier, number: link, happened } = this.options;
    if (trouble !== null) log().warn({ carrier, link, reason: trouble }, "a link gets no messages");
    happened?.(trouble === null ? { kind: "up", link } : { kind: "down", link, reason: trouble });
  }

  /** Returns the load since the last call; null if no messages can be submitted over the link. */
  load(at: number): Load | null {
    const perSecond = this.meter.look(at);
    const { bound, canSubmit } = this;
    return bound && canSubmit
      ? { perSecond, inUse: bound.inUse, window: this.options.settings.window }
      : null;
  }

  start(): void {
    this.isStopping = false;
    this.running ??= this.run()
      .catch((error: unknown) => {
        const { carrier, number } = this.options;
        log().error(
          { carrier, link: number, err: describeError(error) },
          "a link failed and will not be opened again",
        );
        this.state = { ...this.state, state: "stopped", lastError: "It has failed: see the log." };
      })
      .finally(() => {
        this.running = null;
      });
  }

  /** Accepts no more messages, waits at most `drainMs` for answers, and unbinds. */
  async stop(drainMs: number): Promise<void> {
    this.isStopping = true;
    this.endWait();
    this.session?.unbind(drainMs);
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      this.enter("connecting");
      const loss = await this.once();
      if (this.isStopping) break;
      this.enter("waiting");
      const waited = this.hosts.after(loss, this.state.lastError);
      const waitMs = waited === null ? 0 : this.backOff.next(waited);
      const { carrier, number } = this.options;
      const told = { carrier, link: number, reason: this.state.lastError, waitMs: Math.round(waitMs) };
      const isRefused = isRefusedLogin(loss.status);
      if (isRefused) log().error(told, "a network refuses the login");
      else log().warn(told, "a link to a network is down");
      this.tell(isRefused ? "refused" : "lost", told.reason);
      await this.wait(waitMs);
    }
    this.enter("stopped");
  }

  /** Connects, binds, and waits for the end of the bind. */
  private async once(): Promise<{ status: number | null; boundMs: number }> {
    const { settings, command, changed, delivered } = this.options;
    const { timers } = settings;
    let end: (reason: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    const socket = await connect(this.hosts.address, timers.connectTimeoutMs).catch((error: Error) => {
      this.state = { ...this.state, lastError: this.hosts.reasonOf(error.message) };
      return null;
    });
    if (socket === null) return { status: null, boundMs: 0 };
    const session: Session = new Session(
      socket,
      { ...timers, window: settings.window },
      {
        delivered: (delivery) => delivered(delivery, session),
        roomChanged: changed,
        ended: end,
      },
    );
    this.session = session;
    if (this.isStopping) session.end("stopped");
    const result = await session.bind(command, loginOf(settings));
    const beganAt = performance.now();
    if (result.isBound) {
      this.allowsTlvs = result.allowsTlvs && settings.interfaceVersion >= VERSION_WITH_TLVS;
      this.enter("bound");
      this.tell("bound", null);
      if (this.isStopping) session.unbind(0);
    }
    const endWatch = this.hosts.watchFirst(() => session.unbind(timers.unbindGraceMs));
    const reason = await ended;
    endWatch();
    this.session = null;
    this.options.ended(session);
    const status = result.isBound ? null : result.status;
    const lastError = status === null ? reason : bindRefusalReason(status);
    this.state = { ...this.state, state: "waiting", lastError: this.hosts.reasonOf(lastError) };
    changed();
    return { status, boundMs: result.isBound ? performance.now() - beganAt : 0 };
  }

  /**
   * Reports an event, unless it repeats the last one: a loss for the same reason without a bind in between is
   * not reported.
   */
  private tell(kind: "bound" | "lost" | "refused", reason: string | null): void {
    const told = `${kind} ${reason}`;
    if (told === this.reported) return;
    this.reported = told;
    this.options.happened?.({ kind, link: this.number, reason });
  }

  private enter(state: LinkState["state"]): void {
    this.state = { ...this.state, state, boundAt: state === "bound" ? now() : null };
    if (state === "bound") this.state.lastError = this.hosts.note;
    this.options.changed();
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Returns the bind command of each link, sorted by link number. */
export function bindCommandsOf({ binds }: SmppSettings): BindCommand[] {
  return [
    ...Array<BindCommand>(binds.transceiver).fill("bind_transceiver"),
    ...Array<BindCommand>(binds.transmitter).fill("bind_transmitter"),
    ...Array<BindCommand>(binds.receiver).fill("bind_receiver"),
  ];
}

function loginOf(settings: SmppSettings) {
  const { systemId, password, systemType, interfaceVersion, addressTon, addressNpi, addressRange } = settings;
  return { systemId, password, systemType, interfaceVersion, addressTon, addressNpi, addressRange };
}
