import type { Socket } from "node:net";
import type { Command, Fields } from "@/lib/smpp/pdu/layouts";
import { LAYOUTS, RESPONSE_BIT } from "@/lib/smpp/pdu/layouts";
import { decodePdu, encodeHeader, encodePdu, HEADER_OCTETS, type Pdu } from "@/lib/smpp/pdu/pdu";
import { STATUS } from "@/lib/smpp/pdu/status";
import { TAGS, type Tlv, tlvNumber } from "@/lib/smpp/pdu/tlv";
import type { Delivery } from "@/lib/smpp/receipt/receipt";
import { closedReason, foreignReason, STATE_ENDS } from "@/lib/smpp/session/end-reasons";
import type { BindCommand, BindResult, SessionEvents, SessionState } from "@/lib/smpp/session/events";
import { InFlight, type Settlement } from "@/lib/smpp/session/in-flight";
import { Incoming } from "@/lib/smpp/session/incoming";
import { Liveness } from "@/lib/smpp/session/liveness";
import { Sequence } from "@/lib/smpp/session/sequence";
import {
  MAX_UNANSWERED_DELIVERIES,
  MAX_UNANSWERED_REQUESTS,
  MAX_UNSENT_OCTETS,
  type SessionSettings,
} from "@/lib/smpp/session/settings";
import { WriteQueue } from "@/lib/smpp/session/write-queue";

/** The oldest version with optional parameters. */
export const VERSION_WITH_TLVS = 0x34;
const MIN_TICK_MS = 5;
const MAX_TICK_MS = 1_000;

/**
 * One SMPP link on a connected socket. It binds, submits, answers the peer's requests and checks that the peer lives.
 * Requests wait in a window, and each is settled exactly once. Its memory is bounded for any behaviour of the peer.
 */
export class Session {
  /** Responses without a request. */
  strayResponses = 0;
  /** The start of the connection, by `performance.now()`. */
  readonly openedAt = performance.now();
  private state: SessionState = "open";
  private readonly socket: Socket;
  private readonly settings: SessionSettings;
  private readonly events: SessionEvents;
  private readonly sequence: Sequence;
  private readonly inFlight = new InFlight();
  private readonly queue: WriteQueue;
  private readonly incoming: Incoming;
  private readonly timer: NodeJS.Timeout;
  private unansweredDeliveries = 0;
  private expiredInRow = 0;
  private readonly liveness: Liveness;
  /** The end of the current state, after which it has lasted too long. */
  private stateEndsAt = Number.POSITIVE_INFINITY;
  private endReason: string | null = null;
  private onBound: ((response: Pdu) => void) | null = null;

  constructor(socket: Socket, settings: SessionSettings, events: SessionEvents, sequence = new Sequence()) {
    this.socket = socket;
    this.settings = settings;
    this.events = events;
    this.sequence = sequence;
    this.liveness = new Liveness(settings);
    this.queue = new WriteQueue(socket, () => this.makeRoom());
    this.incoming = new Incoming(socket, {
      isHeldBack: () => this.isHeldBack(),
      receive: (octets) => this.receive(octets),
      refuse: (length) => this.refuseLength(length),
    });
    socket.on("error", (error) => {
      this.endReason ??= closedReason(this.state, error);
      // With TLS an error need not end the connection, though it can no longer be read.
      socket.destroy();
    });
    socket.once("close", () => this.finish());
    const times = [settings.bindTimeoutMs, settings.responseTimeoutMs, settings.pduTimeoutMs];
    const shortest = Math.min(...times, settings.enquireAfterMs, settings.enquireTimeoutMs);
    const tick = Math.min(Math.max(shortest / 5, MIN_TICK_MS), MAX_TICK_MS);
    this.timer = setInterval(() => this.check(performance.now()), tick).unref();
  }

  /** Returns whether requests may be submitted, as soon as there is room. */
  get takesMore(): boolean {
    return this.state === "bound";
  }

  /** Returns the number of requests that may be submitted now. */
  room(): number {
    if (!this.takesMore || this.queue.size >= MAX_UNSENT_OCTETS) return 0;
    return Math.max(this.settings.window - this.inFlight.size, 0);
  }

  /** Returns the number of requests that wait for an answer. */
  get inUse(): number {
    return this.inFlight.size;
  }

  /** Binds, once. A session whose bind fails has ended. */
  bind(command: BindCommand, fields: Fields<BindCommand>): Promise<BindResult> {
    this.stateEndsAt = performance.now() + this.settings.bindTimeoutMs;
    return new Promise((resolve) => {
      const settle = (settlement: Settlement) => {
        this.onBound = null;
        if (settlement.outcome === "answered") resolve(this.endBind(settlement.response));
        else resolve({ isBound: false, status: null });
      };
      this.onBound = (response) => settle({ outcome: "answered", response });
      this.request({ command, fields, tlvs: [] }, settle);
    });
  }

  /**
   * Submits a message. It is settled exactly once, and at once as not written if there is no room.
   * @throws RangeError for a field that cannot be written. The message is then not settled.
   */
  submit(fields: Fields<"submit_sm">, tlvs: readonly Tlv[], settle: (settlement: Settlement) => void): void {
    if (this.room() === 0) settle({ outcome: "not written" });
    else this.request({ command: "submit_sm", fields, tlvs }, settle);
  }

  /**
   * Accepts no more requests, waits for answers, unbinds and closes. A second call does not extend the time. The
   * event `ended` follows.
   */
  unbind(drainMs: number): void {
    if (this.state === "bound") {
      this.enter("draining", drainMs);
      this.events.roomChanged();
      this.unbindWhenDrained();
    } else if (this.state === "open") this.end("stopped");
    else if (this.state !== "ended")
      this.stateEndsAt = Math.min(this.stateEndsAt, performance.now() + drainMs);
  }

  /** Closes the link at once. The event `ended` follows. */
  end(reason: string): void {
    this.endReason ??= reason;
    this.state = "ended";
    this.socket.destroy();
  }

  private enter(state: SessionState, forMs: number): void {
    this.state = state;
    this.stateEndsAt = performance.now() + forMs;
  }

  private endBind(response: Pdu): BindResult {
    const isAnswer = response.command.startsWith("bind_");
    if (response.status !== STATUS.ok || !isAnswer) {
      this.end("the bind was refused");
      return { isBound: false, status: response.status };
    }
    this.enter("bound", Number.POSITIVE_INFINITY);
    const version = tlvNumber(response.tlvs, TAGS.interfaceVersion) ?? VERSION_WITH_TLVS;
    this.events.roomChanged();
    return { isBound: true, allowsTlvs: version >= VERSION_WITH_TLVS };
  }

  private request(
    pdu: { command: Command; fields: object; tlvs: readonly Tlv[] },
    settle: (settlement: Settlement) => void,
  ): void {
    const sequence = this.sequence.next(this.inFlight);
    const octets = encodePdu({ ...pdu, status: STATUS.ok, sequence } as Pdu);
    this.inFlight.add(sequence, pdu.command, settle);
    this.queue.write(octets, () => this.inFlight.noteWritten(sequence, performance.now()));
  }

  private write(
    pdu: { command: Command; sequence: number; fields: object },
    status: number = STATUS.ok,
  ): void {
    if (this.state !== "ended") this.queue.write(encodePdu({ ...pdu, status, tlvs: [] } as unknown as Pdu));
  }

  /** Answers a request without a body, by the id of its response, or `generic_nack`. */
  private answerBare(id: number, status: number, sequence: number): void {
    if (this.state !== "ended")
      this.queue.write(encodeHeader({ length: HEADER_OCTETS, id, status, sequence }));
  }

  /** Refuses a request by its own response, or by `generic_nack` if the command is unknown. */
  private refuse(command: Command | undefined, status: number, sequence: number): void {
    if (command === "deliver_sm" || command === "data_sm") this.answerDelivery(command, status, sequence);
    else
      this.answerBare(
        command ? LAYOUTS[command].id + RESPONSE_BIT : LAYOUTS.generic_nack.id,
        status,
        sequence,
      );
  }

  private answerDelivery(command: Delivery["command"], status: number, sequence: number): void {
    this.write({ command: `${command}_resp`, sequence, fields: { messageId: "" } }, status);
  }

  private receive(octets: Buffer): void {
    if (this.state === "ended") return;
    const decoded = decodePdu(octets);
    if (decoded.isReadable) this.handle(decoded.pdu);
    else if (decoded.header.isResponse) this.takeResponse(decoded.header.sequence);
    else this.refuse(decoded.command, decoded.status, decoded.header.sequence);
  }

  private handle(pdu: Pdu): void {
    const { sequence } = pdu;
    const isDelivery = pdu.command === "deliver_sm" || pdu.command === "data_sm";
    if (isDelivery && this.state !== "open") void this.deliver(pdu);
    else if (pdu.command === "enquire_link")
      this.write({ command: "enquire_link_resp", sequence, fields: {} });
    else if (pdu.command === "unbind") {
      this.write({ command: "unbind_resp", sequence, fields: {} });
      this.endOnceAnswered("the peer unbound");
    } else if (pdu.command === "unbind_resp") {
      if (this.state === "unbinding") this.endOnceAnswered("unbound");
    } else if (LAYOUTS[pdu.command].id >= RESPONSE_BIT) this.takeResponse(sequence, pdu);
    else this.refuse(pdu.command, STATUS.invalidBindStatus, sequence);
  }

  /** @param response the answer; undefined for an unknown command. */
  private takeResponse(sequence: number, response?: Pdu): void {
    if (response?.command === "enquire_link_resp") return;
    if (this.onBound && response?.command === "generic_nack" && sequence === 0) {
      this.onBound(response);
      return;
    }
    const isBind = this.state === "open" && this.inFlight.has(sequence);
    const isAnswer = this.inFlight.answer(sequence, response);
    if (isAnswer) this.expiredInRow = 0;
    else this.strayResponses++;
    if (isBind && !isAnswer) this.end("the bind was answered by a response to another request");
    else this.makeRoom();
  }

  private async deliver(delivery: Delivery): Promise<void> {
    this.unansweredDeliveries++;
    const status = await this.events.delivered(delivery).catch(() => STATUS.temporaryError);
    this.unansweredDeliveries--;
    this.answerDelivery(delivery.command, status, delivery.sequence);
    this.goOn();
  }

  /**
   * Pauses reading in a draining session once its submissions are answered, so that the deliveries that it has read
   * come to an end.
   */
  private isHeldBack(): boolean {
    const mostDeliveries = this.isDrained() ? 1 : MAX_UNANSWERED_DELIVERIES;
    return this.unansweredDeliveries >= mostDeliveries || this.queue.size >= MAX_UNSENT_OCTETS;
  }

  private isDrained(): boolean {
    return this.state === "draining" && this.inFlight.size === 0;
  }

  /** Continues work that waited for an answer of either side. */
  private goOn(): void {
    this.unbindWhenDrained();
    this.incoming.readOn();
    this.endWhenAnswered();
  }

  private makeRoom(): void {
    this.goOn();
    if (this.room() > 0) this.events.roomChanged();
  }

  private unbindWhenDrained(): void {
    if (!this.isDrained() || this.unansweredDeliveries > 0) return;
    this.enter("unbinding", this.settings.unbindGraceMs);
    const sequence = this.sequence.next(this.inFlight);
    this.write({ command: "unbind", sequence, fields: {} });
  }

  /** Accepts no more, and ends once each side has its answers. */
  private endOnceAnswered(reason: string): void {
    this.endReason ??= reason;
    this.enter("unbound", this.settings.unbindGraceMs);
    this.events.roomChanged();
    this.endWhenAnswered();
  }

  private endWhenAnswered(): void {
    if (this.state !== "unbound" || this.inFlight.size > 0 || this.queue.size > 0) return;
    if (this.unansweredDeliveries === 0) this.end("unbound");
  }

  private refuseLength(length: number): void {
    this.endReason ??= foreignReason(length);
    if (length >= HEADER_OCTETS) this.socket.destroy();
    else {
      this.answerBare(LAYOUTS.generic_nack.id, STATUS.invalidCommandLength, 0);
      this.enter("ended", this.settings.unbindGraceMs);
      this.socket.end();
    }
  }

  /** Handles the limits of time. */
  private check(now: number): void {
    const { responseTimeoutMs, pduTimeoutMs } = this.settings;
    const expired = this.inFlight.expire(now - responseTimeoutMs);
    this.expiredInRow += expired;
    if (now >= this.stateEndsAt) this.end(STATE_ENDS[this.state]);
    else if (this.queue.stalledMs(now) >= pduTimeoutMs) this.end("the peer does not read");
    else if (this.incoming.partialMs(now) >= pduTimeoutMs) this.end("the peer sent an incomplete PDU");
    else if (this.expiredInRow >= MAX_UNANSWERED_REQUESTS)
      this.end(`${this.expiredInRow} requests in a row were not answered`);
    else if (expired > 0) this.makeRoom();
    if (this.state !== "open" && this.state !== "ended") this.checkPeer(now);
  }

  private checkPeer(now: number): void {
    const todo = this.liveness.check(now, this.incoming.silentMs(now));
    if (todo === "give up") this.end("the peer is silent");
    if (todo === "ask")
      this.write({ command: "enquire_link", sequence: this.sequence.next(this.inFlight), fields: {} });
  }

  private finish(): void {
    clearInterval(this.timer);
    this.endReason ??= closedReason(this.state);
    this.state = "ended";
    this.incoming.stop();
    this.inFlight.end();
    this.events.ended(this.endReason);
  }
}
