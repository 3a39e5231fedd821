import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Command, Fields } from "@/lib/smpp/pdu/layouts";
import { decodePdu, encodePdu, type Pdu, type PduOf } from "@/lib/smpp/pdu/pdu";
import { FrameReader } from "@/lib/smpp/pdu/read-stream";
import { numberTlv, TAGS, type Tlv } from "@/lib/smpp/pdu/tlv";

/** The behaviour of an SMSC for a request. `undefined`: the usual answer. */
export type Script = (pdu: Pdu, link: SmscLink) => undefined | "silence" | Promise<void> | number;

/** One connection to the SMSC. */
export class SmscLink {
  readonly socket: Socket;
  /** The received units, in order. */
  readonly received: Pdu[] = [];
  bound = false;
  private sequence = 1_000;
  private readonly responses = new Map<number, (response: Pdu) => void>();
  private readonly smsc: FaultySmsc;

  constructor(socket: Socket, smsc: FaultySmsc) {
    this.socket = socket;
    this.smsc = smsc;
    const reader = new FrameReader();
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      reader.push(chunk);
      for (let frame = reader.take(); frame?.octets; frame = reader.take()) this.take(frame.octets);
    });
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  write(octets: Buffer): void {
    if (!this.socket.destroyed) this.socket.write(octets);
  }

  respond<Name extends Command>(command: Name, sequence: number, given: Partial<PduOf<Name>> = {}): void {
    this.write(responseOctets(command, sequence, given));
  }

  /** Sends a receipt or a message, and waits for its answer. */
  deliver(given: Partial<Fields<"deliver_sm">>, tlvs: readonly Tlv[] = []): Promise<Pdu> {
    const { sequence, octets } = this.prepareDelivery(given, tlvs);
    this.write(octets);
    return this.responseTo(sequence);
  }

  prepareDelivery(given: Partial<Fields<"deliver_sm">>, tlvs: readonly Tlv[] = []) {
    const sequence = ++this.sequence;
    return { sequence, octets: deliveryOctets(sequence, given, tlvs) };
  }

  responseTo(sequence: number): Promise<Pdu> {
    return new Promise((resolve) => this.responses.set(sequence, resolve));
  }

  private take(octets: Buffer): void {
    const decoded = decodePdu(octets);
    if (!decoded.isReadable) return;
    const { pdu } = decoded;
    this.received.push(pdu);
    this.responses.get(pdu.sequence)?.(pdu);
    const scripted = this.smsc.script(pdu, this);
    if (typeof scripted === "number") this.refuse(pdu, scripted);
    else if (scripted === undefined) this.answer(pdu);
  }

  /** Answers a request with an error status. */
  refuse({ command, sequence }: Pdu, status: number): void {
    this.respond(`${command}_resp` as "submit_sm_resp", sequence, { status });
  }

  /** Answers a request as a working SMSC does. */
  answer(pdu: Pdu): void {
    const { command, sequence } = pdu;
    if (command === "submit_sm") {
      this.smsc.submitted.push(pdu);
      this.respond("submit_sm_resp", sequence, { fields: { messageId: this.smsc.nextId() } });
    } else if (command.startsWith("bind_") && !command.endsWith("_resp")) {
      this.bound = true;
      const tlvs = [numberTlv(TAGS.interfaceVersion, this.smsc.version, 1)];
      this.respond(`${command}_resp` as "bind_transceiver_resp", sequence, {
        fields: { systemId: "SMSC" },
        tlvs,
      });
    } else if (command === "unbind") {
      this.respond("unbind_resp", sequence);
      this.socket.end();
    } else if (command === "enquire_link") this.respond("enquire_link_resp", sequence);
  }
}

/** Encodes a response, with empty fields by default. */
export function responseOctets<Name extends Command>(
  command: Name,
  sequence: number,
  { status = 0, fields, tlvs = [] }: Partial<PduOf<Name>> = {},
): Buffer {
  const empty = { messageId: "", systemId: "" };
  return encodePdu({ command, status, sequence, fields: { ...empty, ...fields }, tlvs } as unknown as Pdu);
}

/** Encodes a `deliver_sm`, by default a message to 2190. */
export function deliveryOctets(
  sequence: number,
  given: Partial<Fields<"deliver_sm">>,
  tlvs: readonly Tlv[] = [],
): Buffer {
  const fields: Fields<"deliver_sm"> = {
    serviceType: "",
    sourceTon: 1,
    sourceNpi: 1,
    source: "64211234567",
    destinationTon: 0,
    destinationNpi: 1,
    destination: "2190",
    esmClass: 0,
    protocolId: 0,
    priority: 0,
    scheduleAt: "",
    validity: "",
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    defaultMessageId: 0,
    shortMessage: Buffer.alloc(0),
    ...given,
  };
  return encodePdu({ command: "deliver_sm", status: 0, sequence, fields, tlvs });
}

/** A scripted SMSC on loopback, which behaves correctly by default. */
export class FaultySmsc {
  /** Returns the first reaction to each request. */
  script: Script = () => undefined;
  /** The accepted submissions, in order. */
  readonly submitted: PduOf<"submit_sm">[] = [];
  readonly links: SmscLink[] = [];
  version = 0x34;
  private ids = 0;
  private readonly server: Server;
  private readonly sockets: Socket[] = [];

  private constructor(tls?: { key: string; cert: string }) {
    const accept = (socket: Socket) => this.links.push(new SmscLink(socket, this));
    this.server = tls ? createTlsServer(tls, accept) : createServer(accept);
    // With TLS the sockets exist before the links do.
    this.server.on("connection", (socket: Socket) => this.sockets.push(socket));
    this.server.on("tlsClientError", () => undefined);
  }

  static async start(tls?: { key: string; cert: string }, port = 0): Promise<FaultySmsc> {
    const smsc = new FaultySmsc(tls);
    await smsc.listen(port);
    return smsc;
  }

  private listen(port: number): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, "127.0.0.1", resolve));
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  /** Returns the newest link. */
  get link(): SmscLink {
    const link = this.links.at(-1);
    if (!link) throw new Error("nobody has connected");
    return link;
  }

  nextId(): string {
    this.ids++;
    return this.ids.toString();
  }

  /** Restarts the IDs, as an SMSC does that has lost its state. */
  resetIds(): void {
    this.ids = 0;
  }

  /** Closes all connections at once, without notice. */
  drop(): void {
    for (const socket of this.sockets.splice(0)) socket.destroy();
  }

  async stop(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
