import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

/** The types of frames that tests use (RFC 9113, section 6). */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  continuation: 9,
};
const END_STREAM = 1;
const END_HEADERS = 4;
const ACK = 1;
const PREFACE_BYTES = 24;
const HEAD_BYTES = 9;
/** `:status: 200` in HPACK's table. */
const STATUS_200 = Buffer.from([0x88]);

export type Frame = { type: number; flags: number; id: number; payload: Buffer };

/** A connection of a receiver that writes its frames by hand. */
export type RawConnection = {
  socket: TLSSocket;
  /** The IDs of the requests that have begun. */
  ids: number[];
  /** The IDs of the requests that were reset. */
  resets: number[];
  write(type: number, id: number, payload?: Buffer, flags?: number): void;
  /** Responds with 200, and `ok` if the response is complete. */
  answer(id: number, isWhole?: boolean): void;
};

export type RawReceiver = { url: string; hostPort: string; ca: string; connections: RawConnection[] };

export type RawReceiverOptions = {
  /** Called for each request when its headers have arrived. */
  onRequest?: (connection: RawConnection, id: number) => void;
  /** Called when TLS is established. By default it sends its settings. */
  onConnection?: (connection: RawConnection) => void;
  /** Returns true if it replies to PING, as it must; true by default. */
  repliesToPing?: () => boolean;
};

/** Starts a receiver of HTTP/2 that breaks the protocol as no library would, until the end of the test. */
export async function receiveRaw(options: RawReceiverOptions): Promise<RawReceiver> {
  const { ca, ...credentials } = await issueCertificate("receiver.example.com");
  const connections: RawConnection[] = [];
  const server = tls.createServer({ ...credentials, ALPNProtocols: ["h2"] }, (socket) => {
    const connection = speak(socket, options);
    connections.push(connection);
    if (options.onConnection) options.onConnection(connection);
    else connection.write(FRAME.settings, 0);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  const hostPort = `receiver.example.com:${(server.address() as AddressInfo).port}`;
  return { url: `https://${hostPort}/hook`, hostPort, ca, connections };
}

function speak(
  socket: TLSSocket,
  { onRequest, repliesToPing = () => true }: RawReceiverOptions,
): RawConnection {
  const write: RawConnection["write"] = (type, id, payload = Buffer.alloc(0), flags = 0) => {
    if (!socket.destroyed) socket.write(toFrame({ type, flags, id, payload }));
  };
  const connection: RawConnection = {
    socket,
    ids: [],
    resets: [],
    write,
    answer(id, isWhole = true) {
      write(FRAME.headers, id, STATUS_200, END_HEADERS);
      write(FRAME.data, id, Buffer.from("ok"), isWhole ? END_STREAM : 0);
    },
  };
  socket.on("error", () => {});
  onFrames(socket, ({ type, flags, id, payload }) => {
    if (type === FRAME.settings && (flags & ACK) === 0) write(FRAME.settings, 0, undefined, ACK);
    if (type === FRAME.ping && (flags & ACK) === 0 && repliesToPing()) write(FRAME.ping, 0, payload, ACK);
    if (type === FRAME.reset) connection.resets.push(id);
    if (type !== FRAME.headers) return;
    connection.ids.push(id);
    onRequest?.(connection, id);
  });
  return connection;
}

/** Cuts received bytes into frames. */
function onFrames(socket: TLSSocket, take: (frame: Frame) => void): void {
  let left = Buffer.alloc(0);
  let isAfterPreface = false;
  socket.on("data", (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    if (!isAfterPreface) {
      if (left.length < PREFACE_BYTES) return;
      left = left.subarray(PREFACE_BYTES);
      isAfterPreface = true;
    }
    while (left.length >= HEAD_BYTES) {
      const length = left.readUIntBE(0, 3);
      if (left.length < HEAD_BYTES + length) return;
      const payload = left.subarray(HEAD_BYTES, HEAD_BYTES + length);
      take({ type: left.readUInt8(3), flags: left.readUInt8(4), id: left.readUInt32BE(5), payload });
      left = left.subarray(HEAD_BYTES + length);
    }
  });
}

export function toFrame({ type, flags, id, payload }: Frame): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(id, 5);
  return Buffer.concat([head, payload]);
}

/** Encodes numbers of four bytes, as in RST_STREAM and GOAWAY. */
export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
