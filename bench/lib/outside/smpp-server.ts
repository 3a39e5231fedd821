import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Timeline } from "@/bench/lib/outside/timeline";
import { clockMs } from "@/bench/lib/process/clock";

// The network's side of SMPP 3.4, as far as a gateway under load needs it. It accepts every bind and every
// message, and sends the receipts of its behaviour.

const HEADER = 16;
const MAX_PDU_BYTES = 65_536;
const RESPONSE = 0x80000000;

const COMMAND = { submit: 0x04, deliver: 0x05, unbind: 0x06, enquireLink: 0x15 } as const;
/** The binds of a receiver, a transmitter and a transceiver. */
const BINDS = [0x01, 0x02, 0x09];

/** The `command_id` and `command_status` of an answer to an unknown command. */
const GENERIC_NACK = 0x80000000;
const INVALID_COMMAND = 0x03;

/** The `esm_class` of a receipt. */
const RECEIPT = 0x04;

/** The receipts of a connection that may wait for their acknowledgement. */
const MAX_UNACKNOWLEDGED = 200;

/** A number of 24 digits in a text, by which a message is known. */
const NUMBER = /\d{24}/;

/** The behaviour of the network. */
export type SmppBehaviour = {
  answerAfterMs: number;
  /**
   * The receipts that follow the answer to a message, such as `DELIVRD`, each with its delay in milliseconds.
   */
  receipts: readonly (readonly [status: string, afterMs: number])[];
};

/** Receipts as a network gives them: the message is accepted at once, and delivered a second later. */
export const TWO_RECEIPTS = [
  ["ACCEPTD", 50],
  ["DELIVRD", 1_000],
] as const;

/** The counts since the behaviour was set. */
export type SmppCounts = {
  /** Connections that have bound, since the start. */
  bound: number;
  /** Messages that were accepted. */
  taken: number;
};

/** An SMPP server that is open on a port of this machine. */
export class SmppServer implements SmppCounts {
  readonly server: Server;
  port = 0;
  bound = 0;
  taken = 0;
  behaviour: SmppBehaviour = { answerAfterMs: 0, receipts: [] };
  private readonly timeline: Timeline;
  /** Ids are never used again: a gateway finds messages of earlier scenarios by them. */
  private ids = 0;

  private constructor(timeline: Timeline) {
    this.timeline = timeline;
    this.server = createServer((socket) => new Connection(socket, this));
  }

  static async start(timeline: Timeline): Promise<SmppServer> {
    const smpp = new SmppServer(timeline);
    smpp.server.listen(0, "127.0.0.1");
    await once(smpp.server, "listening");
    smpp.port = (smpp.server.address() as AddressInfo).port;
    return smpp;
  }

  /** Sets the behaviour, and begins the count of messages at 0. */
  behave(behaviour: SmppBehaviour): void {
    Object.assign(this, { behaviour, taken: 0 });
  }

  /** Records a message, and returns its id. */
  take(submit: Buffer): { id: string; number: string | null } {
    this.taken++;
    const number = NUMBER.exec(submit.toString("latin1", HEADER))?.[0] ?? null;
    if (number !== null) this.timeline.submissions.push([number, clockMs()]);
    return { id: (++this.ids).toString(16), number };
  }

  /** Records that a receipt is due. */
  noteReceipt(number: string | null, status: string): void {
    if (number !== null) this.timeline.receipts.push([number, status, clockMs()]);
  }
}

/** An accepted message, with the fields that its receipts need. */
type StoredMessage = { id: string; number: string | null; handset: string; sender: string };

/** A connection of a client. */
class Connection {
  private readonly socket: Socket;
  private readonly smpp: SmppServer;
  private rest = Buffer.alloc(0);
  private readonly receipts: Buffer[] = [];
  private unacknowledged = 0;
  private sequence = 0;

  constructor(socket: Socket, smpp: SmppServer) {
    this.socket = socket;
    this.smpp = smpp;
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => this.read(chunk));
  }

  private read(chunk: Buffer): void {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const answers: Buffer[] = [];
    const taken: StoredMessage[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER) {
      const length = bytes.readUInt32BE(at);
      if (length < HEADER || length > MAX_PDU_BYTES) return void this.socket.destroy();
      if (bytes.length - at < length) break;
      const answer = this.answerTo(bytes.subarray(at, at + length), taken);
      if (answer) answers.push(answer);
      at += length;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    const { answerAfterMs } = this.smpp.behaviour;
    const answerNow = () => {
      if (answers.length > 0) this.socket.write(Buffer.concat(answers));
      this.report(taken);
    };
    if (answerAfterMs > 0 && answers.length > 0) setTimeout(answerNow, answerAfterMs);
    else answerNow();
  }

  /** Returns the answer to one PDU. Null for a PDU that is an answer itself. */
  private answerTo(pdu: Buffer, taken: StoredMessage[]): Buffer | null {
    const { smpp } = this;
    const command = pdu.readUInt32BE(4);
    const sequence = pdu.readUInt32BE(12);
    if (command >= RESPONSE) {
      if (command === COMMAND.deliver + RESPONSE) this.unacknowledged--;
      return null;
    }
    if (command === COMMAND.submit) {
      const message = smpp.take(pdu);
      taken.push({ ...message, ...addressesOf(pdu) });
      return pduOf(command + RESPONSE, 0, sequence, message.id);
    }
    if (BINDS.includes(command)) {
      smpp.bound++;
      return pduOf(command + RESPONSE, 0, sequence, "network");
    }
    if (command === COMMAND.enquireLink || command === COMMAND.unbind)
      return pduOf(command + RESPONSE, 0, sequence);
    return pduOf(GENERIC_NACK, INVALID_COMMAND, sequence);
  }

  /** Schedules the receipts of some messages. */
  private report(taken: readonly StoredMessage[]): void {
    for (const [status, afterMs] of this.smpp.behaviour.receipts) {
      const give = () => {
        for (const message of taken) {
          this.smpp.noteReceipt(message.number, status);
          this.receipts.push(this.receipt(message, status));
        }
        this.giveReceipts();
      };
      if (afterMs === 0) give();
      else if (taken.length > 0) setTimeout(give, afterMs);
    }
    this.giveReceipts();
  }

  private giveReceipts(): void {
    const given = this.receipts.splice(0, Math.max(MAX_UNACKNOWLEDGED - this.unacknowledged, 0));
    this.unacknowledged += given.length;
    if (given.length > 0) this.socket.write(Buffer.concat(given));
  }

  private receipt({ id, handset, sender }: StoredMessage, status: string): Buffer {
    const text = Buffer.from(`id:${id} sub:001 dlvrd:001 stat:${status} err:000`);
    const body = Buffer.concat([
      Buffer.of(0, 1, 1),
      Buffer.from(handset),
      Buffer.of(0, 0, 1),
      Buffer.from(sender),
      Buffer.of(0, RECEIPT, 0, 0, 0, 0, 0, 0, 0, 0, text.length),
      text,
    ]);
    return pduOf(COMMAND.deliver, 0, ++this.sequence, body);
  }
}

/**
 * Reads the sender and the handset of a `submit_sm`: each follows its type and plan, the first also a type of
 * service.
 */
function addressesOf(submit: Buffer): { sender: string; handset: string } {
  const senderAt = submit.indexOf(0, HEADER) + 3;
  const senderEnd = submit.indexOf(0, senderAt);
  const handsetAt = senderEnd + 3;
  return {
    sender: submit.toString("latin1", senderAt, senderEnd),
    handset: submit.toString("latin1", handsetAt, submit.indexOf(0, handsetAt)),
  };
}

/** Writes a PDU. A body that is a text ends with a zero. */
export function pduOf(command: number, status: number, sequence: number, body: string | Buffer = ""): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body && `${body}\0`, "latin1") : body;
  const head = Buffer.alloc(HEADER);
  for (const [index, value] of [HEADER + bytes.length, command, status, sequence].entries())
    head.writeUInt32BE(value, index * 4);
  return Buffer.concat([head, bytes]);
}
