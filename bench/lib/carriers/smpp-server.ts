import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

// The network's side of SMPP 3.4, as far as a gateway under load needs it. It accepts every bind and every
// message.

const HEADER = 16;
const MAX_PDU_BYTES = 65_536;
const RESPONSE = 0x80000000;

const COMMAND = {
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submit: 0x04,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
} as const;

/** The `command_id` and `command_status` of an answer to an unknown command. */
const GENERIC_NACK = 0x80000000;
const INVALID_COMMAND = 0x03;

export type SmppServer = {
  port: number;
  /** Connections that have bound so far, and messages that were accepted. */
  bound: number;
  taken: number;
  server: Server;
};

/** Listens on a free port of this machine. */
export async function startSmppServer(): Promise<SmppServer> {
  const server = createServer((socket) => serve(socket, counts));
  const counts: SmppServer = { port: 0, bound: 0, taken: 0, server };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address !== null) counts.port = address.port;
  return counts;
}

function serve(socket: Socket, counts: SmppServer): void {
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const answers: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER) {
      const length = bytes.readUInt32BE(at);
      if (length < HEADER || length > MAX_PDU_BYTES) return void socket.destroy();
      if (bytes.length - at < length) break;
      const answer = answerTo(bytes.readUInt32BE(at + 4), bytes.readUInt32BE(at + 12), counts);
      if (answer) answers.push(answer);
      at += length;
    }
    rest = Buffer.from(bytes.subarray(at));
    if (answers.length > 0) socket.write(Buffer.concat(answers));
  });
}

/** The answer to one PDU. Null for a PDU that is an answer itself. */
function answerTo(command: number, sequence: number, counts: SmppServer): Buffer | null {
  if (command >= RESPONSE) return null;
  switch (command) {
    case COMMAND.submit:
      counts.taken++;
      return pdu(command + RESPONSE, 0, sequence, counts.taken.toString(16));
    case COMMAND.bindReceiver:
    case COMMAND.bindTransmitter:
    case COMMAND.bindTransceiver:
      counts.bound++;
      return pdu(command + RESPONSE, 0, sequence, "network");
    case COMMAND.enquireLink:
    case COMMAND.unbind:
      return pdu(command + RESPONSE, 0, sequence);
    default:
      return pdu(GENERIC_NACK, INVALID_COMMAND, sequence);
  }
}

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
