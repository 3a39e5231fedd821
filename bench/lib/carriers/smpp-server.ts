import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { Latencies } from "@/bench/lib/load/latencies";

// The network's side of SMPP 3.4, as far as a gateway under load needs it. It accepts every bind and every
// message, and gives the receipts that it is told to.

const HEADER = 16;
const MAX_PDU_BYTES = 65_536;
const RESPONSE = 0x80000000;

const COMMAND = {
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submit: 0x04,
  deliver: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
} as const;

/** The `command_id` and `command_status` of an answer to an unknown command. */
const GENERIC_NACK = 0x80000000;
const INVALID_COMMAND = 0x03;

/** How many receipts of a connection may wait for their acknowledgement. */
const MAX_UNACKNOWLEDGED = 200;

/**
 * How long an answer takes, and whether a receipt follows each message. `deafAfter`: it reads no more of a
 * connection after so many messages.
 * `receiptsAtOnce`: so many receipts of messages that it never had come after a bind, and again once they are acknowledged.
 */
export type SmppBehaviour = {
  answerAfterMs: number;
  hasReceipts: boolean;
  deafAfter?: number;
  receiptsAtOnce?: number;
};

/** What has happened so far. */
export type SmppCounts = {
  port: number;
  /** Connections that have bound, and messages that were accepted. */
  bound: number;
  taken: number;
  /** From the first message to the last one. */
  takingMs: number;
  /** Receipts that were acknowledged. */
  acknowledged: number;
  /** How long messages took to come here that say when they were sent, and how many of them there were. */
  timed: number;
  p50Ms: number;
  p99Ms: number;
};

export type SmppServer = SmppCounts & {
  behaviour: SmppBehaviour;
  firstAt: number;
  server: Server;
  times: Latencies;
};

/** What a text has in it that says when it was sent, by the clock of this machine. */
export const sentAtText = () => `sent at ${(performance.timeOrigin + performance.now()).toFixed(3)}`;
const SENT_AT = /sent at (\d{13}\.\d{3})/;

/** Listens on a free port of this machine. */
export async function startSmppServer(): Promise<SmppServer> {
  const server = createServer((socket) => new Connection(socket, smpp));
  const smpp: SmppServer = {
    port: 0,
    bound: 0,
    taken: 0,
    takingMs: 0,
    acknowledged: 0,
    firstAt: 0,
    times: new Latencies(),
    timed: 0,
    p50Ms: 0,
    p99Ms: 0,
    behaviour: { answerAfterMs: 0, hasReceipts: false },
    server,
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address !== null) smpp.port = address.port;
  return smpp;
}

/** Begins to count messages anew. */
export function restartCounts(smpp: SmppServer, behaviour: SmppBehaviour): void {
  const times = { timed: 0, p50Ms: 0, p99Ms: 0, times: new Latencies() };
  Object.assign(smpp, { behaviour, taken: 0, takingMs: 0, ...times });
}

/** One client. */
class Connection {
  private readonly socket: Socket;
  private readonly smpp: SmppServer;
  private rest = Buffer.alloc(0);
  private readonly receipts: Buffer[] = [];
  private unacknowledged = 0;
  private isBound = false;
  private taken = 0;
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
    const taken: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER) {
      const length = bytes.readUInt32BE(at);
      if (length < HEADER || length > MAX_PDU_BYTES) return void this.socket.destroy();
      if (bytes.length - at < length) break;
      const given = bytes.subarray(at, at + length);
      const answer = this.answerTo(given);
      if (answer) answers.push(answer);
      if (given.readUInt32BE(4) === COMMAND.submit) taken.push(this.receiptOf(given));
      at += length;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    const { answerAfterMs, hasReceipts } = this.smpp.behaviour;
    const answerNow = () => {
      if (answers.length > 0) this.socket.write(Buffer.concat(answers));
      if (hasReceipts) this.receipts.push(...taken);
      this.giveReceipts();
    };
    if (answerAfterMs > 0 && answers.length > 0) setTimeout(answerNow, answerAfterMs);
    else answerNow();
  }

  /** The answer to one PDU. Null for a PDU that is an answer itself. */
  private answerTo(given: Buffer): Buffer | null {
    const { smpp } = this;
    const command = given.readUInt32BE(4);
    const sequence = given.readUInt32BE(12);
    if (command >= RESPONSE) {
      if (command === COMMAND.deliver + RESPONSE) {
        this.unacknowledged--;
        smpp.acknowledged++;
      }
      return null;
    }
    switch (command) {
      case COMMAND.submit:
        if (smpp.taken++ === 0) smpp.firstAt = performance.now();
        smpp.takingMs = performance.now() - smpp.firstAt;
        this.noteTime(given);
        if (++this.taken === smpp.behaviour.deafAfter) this.socket.pause();
        return pdu(command + RESPONSE, 0, sequence, idOf(smpp.taken));
      case COMMAND.bindReceiver:
      case COMMAND.bindTransmitter:
      case COMMAND.bindTransceiver:
        smpp.bound++;
        this.isBound = true;
        return pdu(command + RESPONSE, 0, sequence, "network");
      case COMMAND.enquireLink:
      case COMMAND.unbind:
        return pdu(command + RESPONSE, 0, sequence);
      default:
        return pdu(GENERIC_NACK, INVALID_COMMAND, sequence);
    }
  }

  private noteTime(submit: Buffer): void {
    const [, sentAt] = SENT_AT.exec(submit.toString("latin1", HEADER)) ?? [];
    if (sentAt === undefined) return;
    const { times } = this.smpp;
    times.record(performance.timeOrigin + performance.now() - Number(sentAt));
    const [p50Ms, p99Ms] = [times.percentile(50), times.percentile(99)];
    Object.assign(this.smpp, { timed: times.count, p50Ms, p99Ms });
  }

  private giveReceipts(): void {
    const { receiptsAtOnce = 0 } = this.smpp.behaviour;
    if (receiptsAtOnce > 0 && this.isBound && this.unacknowledged === 0) {
      const given = Array.from({ length: receiptsAtOnce }, () => this.receipt("64211234567", "2190"));
      this.unacknowledged = given.length;
      this.socket.write(Buffer.concat(given));
    }
    const given = this.receipts.splice(0, Math.max(MAX_UNACKNOWLEDGED - this.unacknowledged, 0));
    this.unacknowledged += given.length;
    if (given.length > 0) this.socket.write(Buffer.concat(given));
  }

  /** The receipt of the message that was just taken. */
  private receiptOf(submit: Buffer): Buffer {
    // A type of service, then type, plan and address of the sender and of the handset.
    const senderAt = submit.indexOf(0, HEADER) + 3;
    const handsetAt = submit.indexOf(0, senderAt) + 3;
    const sender = submit.subarray(senderAt, submit.indexOf(0, senderAt));
    const handset = submit.subarray(handsetAt, submit.indexOf(0, handsetAt));
    return this.receipt(handset.toString("latin1"), sender.toString("latin1"));
  }

  private receipt(handset: string, sender: string): Buffer {
    const id = idOf(this.smpp.taken || this.sequence);
    const text = Buffer.from(`id:${id} sub:001 dlvrd:001 stat:DELIVRD err:000`);
    const body = Buffer.concat([
      Buffer.of(0, 1, 1),
      Buffer.from(handset),
      Buffer.of(0, 0, 1),
      Buffer.from(sender),
      Buffer.of(0, RECEIPT, 0, 0, 0, 0, 0, 0, 0, 0, text.length),
      text,
    ]);
    const head = Buffer.alloc(HEADER);
    head.writeUInt32BE(HEADER + body.length, 0);
    head.writeUInt32BE(COMMAND.deliver, 4);
    head.writeUInt32BE(++this.sequence, 12);
    return Buffer.concat([head, body]);
  }
}

/** The `esm_class` of a receipt. */
const RECEIPT = 0x04;

const idOf = (taken: number) => taken.toString(16);

/** A PDU whose body is empty or one text. */
function pdu(command: number, status: number, sequence: number, text?: string): Buffer {
  const bytes = Buffer.alloc(HEADER + (text === undefined ? 0 : text.length + 1));
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(status, 8);
  bytes.writeUInt32BE(sequence, 12);
  if (text !== undefined) bytes.write(text, HEADER, "latin1");
  return bytes;
}
