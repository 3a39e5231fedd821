import { createConnection, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/smpp/session/connect";
import { Session } from "@/lib/smpp/session/session";
import { DEFAULT_SESSION } from "@/lib/smpp/session/settings";
import { FaultySmsc } from "@/tests/support/smsc/smsc";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

type Certificate = Awaited<ReturnType<typeof issueCertificate>>;

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server that accepts connections, and records the received octets. */
async function listen(onSocket: (socket: Socket) => void = () => undefined) {
  const written: Buffer[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => written.push(chunk));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, written };
}

describe("connecting", () => {
  it("1: to where nobody listens fails at once", async () => {
    const { port } = await listen();
    for (const close of closing.splice(0)) await close();
    await expect(connect({ host: "127.0.0.1", port, tls: null }, 5_000)).rejects.toThrow(/ECONNREFUSED/);
  });

  describe("with TLS", () => {
    let good: Certificate;
    let expired: Certificate;
    beforeAll(async () => {
      good = await issueCertificate("smsc.example.com");
      expired = await issueCertificate("smsc.example.com", new Date(Date.now() - 3_600_000));
    });

    async function startSmsc(certificate: Certificate) {
      const smsc = await FaultySmsc.start(certificate);
      closing.push(() => smsc.stop());
      return smsc;
    }

    const reach = (port: number, tls: { ca?: string; serverName?: string }) =>
      connect({ host: "127.0.0.1", port, tls: { serverName: "smsc.example.com", ...tls } }, 5_000);

    it("reaches a server that proves its name", async () => {
      const smsc = await startSmsc(good);
      const socket = await reach(smsc.port, { ca: good.ca });
      closing.push(() => socket.destroy());
      expect(socket.destroyed).toBe(false);
    });

    it("3: refuses an authority that it does not know, a name that is another's, and what has expired", async () => {
      const smsc = await startSmsc(good);
      await expect(reach(smsc.port, {})).rejects.toThrow(/certificate/);
      await expect(reach(smsc.port, { ca: good.ca, serverName: "other.example.com" })).rejects.toThrow(
        /altnames/,
      );
      const old = await startSmsc(expired);
      await expect(reach(old.port, { ca: expired.ca })).rejects.toThrow(/expired/);
      expect([...smsc.links, ...old.links].flatMap(({ received }) => received)).toEqual([]);
    });

    it("verifies an IP address where that is the name, whatever the host is", async () => {
      const { ca, ...certificate } = await issueCertificate("192.0.2.7");
      const smsc = await startSmsc({ ca, ...certificate });
      const socket = await reach(smsc.port, { ca, serverName: "192.0.2.7" });
      closing.push(() => socket.destroy());
      await expect(reach(smsc.port, { ca, serverName: "192.0.2.8" })).rejects.toThrow(/IP/);
      const local = await issueCertificate("127.0.0.1");
      const named = await startSmsc(local);
      await expect(reach(named.port, { ca: local.ca, serverName: "192.0.2.7" })).rejects.toThrow(/IP/);
    });

    it("3: says nothing to a server without TLS", async () => {
      const { port, written } = await listen((socket) => socket.once("data", () => socket.write("SMPP?")));
      await expect(reach(port, { ca: good.ca })).rejects.toThrow(/no connection/);
      // Only the beginning of a handshake arrived.
      expect(Buffer.concat(written)[0]).toBe(0x16);
    });

    it("ends at once with what TLS cannot read", async () => {
      const smsc = await startSmsc(good);
      const { port } = await listen((socket) => {
        const onward = createConnection(smsc.port, "127.0.0.1");
        onward.on("error", () => undefined);
        socket.pipe(onward);
        onward.on("data", (chunk) => socket.write(Buffer.concat([chunk, Buffer.from("no record")])));
        closing.push(() => onward.destroy());
      });
      const socket = await reach(port, { ca: good.ca });
      const ended = new Promise<string>((resolve) => {
        const events = { delivered: async () => 0, roomChanged: () => undefined, ended: resolve };
        new Session(socket, DEFAULT_SESSION, events);
      });
      expect(await ended).toMatch(/the connection failed/);
    });

    it("2, 4: takes no longer than it may, a handshake that stalls included", async () => {
      const { port } = await listen();
      await expect(
        connect({ host: "127.0.0.1", port, tls: { serverName: "smsc.example.com" } }, 100),
      ).rejects.toThrow(/within 100 ms/);
    });
  });
});
