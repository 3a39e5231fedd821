import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc } from "@/tests/support/smsc/smsc";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

const closing: (() => unknown)[] = [];
let carrier: SmppCarrier | undefined;
afterEach(async () => {
  await carrier?.stop(new Date());
  for (const close of closing.splice(0)) await close();
});

type Peer = { port: number; given?: Partial<GivenSmppSettings> };

async function listening(server: Server): Promise<Peer> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0 };
}

const peer = (talk: (socket: Socket) => void) => listening(createServer(talk));
const onFirstData = (talk: (socket: Socket) => void) =>
  peer((socket) => socket.once("data", () => talk(socket)));

async function secured(name: string, given: Partial<GivenSmppSettings> | null, notAfter?: Date) {
  const certificate = await issueCertificate(name, notAfter);
  const smsc = await FaultySmsc.start(certificate);
  closing.push(() => smsc.stop());
  const tls = { ca: certificate.ca, serverName: name };
  return { port: smsc.port, ca: certificate.ca, given: given === null ? {} : { tls, ...given } };
}

async function plain(given: Partial<GivenSmppSettings>) {
  const smsc = await FaultySmsc.start();
  closing.push(() => smsc.stop());
  return { port: smsc.port, given };
}

async function unused(): Promise<Peer> {
  const { port } = await peer(() => undefined);
  for (const close of closing.splice(0)) await close();
  return { port };
}

const TLS = { tls: {} };
const HOUR_AGO = () => new Date(Date.now() - 3_600_000);

it.each<[string, () => Promise<Peer>, RegExp]>([
  [
    "nothing listens",
    unused,
    /127\.0\.0\.1:\d+ refused the connection\. Check host and port\. \(.*ECONNREFUSED/,
  ],
  [
    "the name is not known",
    async () => ({ port: 2775, given: { host: "smsc.invalid" } }),
    /DNS (has no entry for|did not answer for) smsc\.invalid/,
  ],
  [
    "TLS meets a plain port that is silent",
    () => plain(TLS),
    /TCP was established, but TLS got no answer within 400 ms/,
  ],
  [
    "TLS meets a plain port that closes",
    async () => ({ ...(await onFirstData((socket) => socket.end())), given: TLS }),
    /TCP was established, but TLS got no answer: 127\.0\.0\.1:\d+ closed/,
  ],
  [
    "TLS meets a plain port that resets",
    async () => ({ ...(await onFirstData((socket) => socket.resetAndDestroy())), given: TLS }),
    /TCP was established, but TLS got no answer: 127\.0\.0\.1:\d+ closed/,
  ],
  [
    "TLS meets a plain port that answers",
    async () => ({
      ...(await onFirstData((socket) => socket.write("\0\0\0\x10\x80\0\0\0\0\0\0\x02\0\0\0\0"))),
      given: TLS,
    }),
    /TCP was established, but TLS got no answer: 127\.0\.0\.1:\d+ answered without TLS/,
  ],
  [
    "TLS meets an HTTP server",
    async () => ({ ...(await listening(createHttpServer())), given: TLS }),
    /TCP was established, but TLS got no answer/,
  ],
  [
    "plain meets a port with TLS",
    () => secured("smsc.example.com", null),
    /answered with TLS\. Set tls|the bind was not answered.*with TLS/,
  ],
  [
    "the authority is unknown",
    () => secured("smsc.example.com", { tls: { serverName: "smsc.example.com" } }),
    /unknown authority issued the certificate\. Set .* as ca/,
  ],
  [
    "the certificate has expired",
    () => secured("smsc.example.com", {}, HOUR_AGO()),
    /certificate has expired/,
  ],
  ["it is an HTTP server", () => listening(createHttpServer()), /an HTTP server answered\. Check port/],
  [
    "it is an SSH server",
    () => peer((socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n")),
    /an SSH server answered/,
  ],
  [
    "it is a mail server",
    () => peer((socket) => socket.write("220 mx.example.com ESMTP\r\n")),
    /a mail or file server answered/,
  ],
  [
    "it closes right away",
    () => peer((socket) => socket.end()),
    /the bind was not answered: the peer closed the connection.*address of this server/,
  ],
  [
    "it closes at the bind",
    () => onFirstData((socket) => socket.end()),
    /the bind was not answered: the peer closed the connection.*address of this server/,
  ],
  [
    "it resets at the bind",
    () => onFirstData((socket) => socket.resetAndDestroy()),
    /the bind was not answered: .*ECONNRESET.*address of this server/,
  ],
  ["it is silent", () => peer(() => undefined), /the bind was not answered\. The port may be/],
])("a link says its cause: %s", async (_, peerOf, words) => {
  const { port, given } = await peerOf();
  const timers = { connectTimeoutMs: 400, bindTimeoutMs: 400, backOffMs: 5_000 };
  const started = await startCarrier({ port }, { ...given, timers });
  ({ carrier } = started);
  await expect.poll(() => started.carrier.health().reason, { timeout: 5_000 }).toMatch(words);
  expect(JSON.stringify(started.carrier.health())).not.toContain("hush-hush");
});

it("a link says its cause: the certificate is for another name", async () => {
  const { port, ca } = await secured("smsc.example.com", {});
  const tls = { ca, serverName: "other.example.com" };
  const started = await startCarrier({ port }, { tls });
  ({ carrier } = started);
  await expect.poll(() => started.carrier.health().reason).toMatch(/for another name\. Set .*serverName/);
});
