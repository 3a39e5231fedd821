import { createSocket } from "node:dgram";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWebhookClient } from "@/lib/webhooks/delivery/post";
import { resolvingLookup } from "@/lib/webhooks/delivery/resolve";
import { receive } from "@/tests/support/webhooks/webhook-client";

const A = 1;
const AAAA = 28;
const [NAME_ERROR, SERVER_FAILURE] = [3, 2];

/** The bytes of an address record, an error code, no record, or silence. */
type Answer = number[] | number | "none" | "silence";

/** Starts a name server on this machine until the end of the test. Returns its address. */
async function startNameServer(answer: (name: string, type: number) => Answer): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const labels: string[] = [];
    let end = 12;
    for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
      labels.push(query.subarray(end + 1, end + 1 + length).toString());
      end += 1 + length;
    }
    const type = query.readUInt16BE(end + 1);
    const answered = answer(labels.join("."), type);
    if (answered === "silence") return;
    const data = Array.isArray(answered) ? answered : [];
    const code = typeof answered === "number" ? answered : 0;
    const header = Buffer.from([0, 0, 0x81, 0x80 | code, 0, 1, 0, data.length > 0 ? 1 : 0, 0, 0, 0, 0]);
    query.copy(header, 0, 0, 2);
    const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
    const reply = [header, query.subarray(12, end + 5), Buffer.from(data.length > 0 ? record : [])];
    socket.send(Buffer.concat(reply), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const V4 = [192, 0, 2, 1];
const V6 = [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1];

function look(server: string, hostname: string, all = true): Promise<unknown> {
  return new Promise((resolve) => {
    resolvingLookup([server])(hostname, { all }, (error, address, family) =>
      resolve(error ? error.code : all ? address : [address, family]),
    );
  });
}

describe("a look-up", () => {
  it("gives all addresses, IPv4 first, or the first alone", async () => {
    const server = await startNameServer((_, type) => (type === A ? V4 : V6));
    const found = [
      { address: "192.0.2.1", family: 4 },
      { address: "2001:db8::1", family: 6 },
    ];
    expect(await look(server, "receiver.example.com")).toEqual(found);
    expect(await look(server, "receiver.example.com", false)).toEqual(["192.0.2.1", 4]);
  });

  it.each<[string, Answer, Answer, unknown]>([
    ["IPv4 alone", V4, "none", [{ address: "192.0.2.1", family: 4 }]],
    ["IPv6 alone", "none", V6, [{ address: "2001:db8::1", family: 6 }]],
    ["IPv4, and trouble with the other", V4, SERVER_FAILURE, [{ address: "192.0.2.1", family: 4 }]],
    ["nothing", "none", "none", "ENOTFOUND"],
    ["no such name", NAME_ERROR, NAME_ERROR, "ENOTFOUND"],
    ["trouble", SERVER_FAILURE, SERVER_FAILURE, "ENOTFOUND"],
  ])("takes what there is: %s", async (_, v4, v6, expected) => {
    const server = await startNameServer((_name, type) => (type === AAAA ? v6 : v4));
    expect(await look(server, "receiver.example.com")).toEqual(expected);
  });

  it("does not wait long for IPv6 where there is IPv4", async () => {
    const server = await startNameServer((name, type) =>
      type === A && !name.startsWith("dead") ? V4 : "silence",
    );
    const dead = look(server, "dead.example.com");
    const alive = look(server, "receiver.example.com");
    expect(await Promise.race([dead, alive])).toEqual([{ address: "192.0.2.1", family: 4 }]);
    expect(await dead).toBe("ENOTFOUND");
  });

  it("waits for IPv4 where there is IPv6", async () => {
    let asked = 0;
    const server = await startNameServer((_, type) => {
      if (type === AAAA) return V6;
      asked += 1;
      return asked === 1 ? "silence" : V4;
    });
    expect(await look(server, "receiver.example.com", false)).toEqual(["192.0.2.1", 4]);
  });

  it("asks for the name as it is: no search domain is put behind it", async () => {
    const asked = new Set<string>();
    const server = await startNameServer((name) => {
      asked.add(name);
      return NAME_ERROR;
    });
    await look(server, "receiver.example");
    await look(server, "receiver.example.com.");
    expect([...asked]).toEqual(["receiver.example", "receiver.example.com"]);
  });

  it("is given up within the time of a connection when the name server is silent", async () => {
    const server = await startNameServer(() => "silence");
    const startedAt = performance.now();
    expect(await look(server, "receiver.example.com")).toBe("ENOTFOUND");
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  it("is not held up by many others that nobody answers", async () => {
    const server = await startNameServer((name, type) =>
      name.startsWith("dead") ? "silence" : type === A ? V4 : "none",
    );
    // As many queries as fit into the buffer of the name server's socket.
    const dead = Array.from({ length: 50 }, (_, index) => look(server, `dead${index}.example.com`));
    expect(await Promise.race([...dead, look(server, "alive.example.com")])).toHaveLength(1);
    expect(new Set(await Promise.all(dead))).toEqual(new Set(["ENOTFOUND"]));
  });
});

describe("the client's own look-up", () => {
  it("is what the addresses are checked in, and a private host's is the system's", async () => {
    const server = await startNameServer((_, type) => (type === A ? [127, 0, 0, 1] : "none"));
    const receiver = await receive({ tls: false, hostname: "localhost" });
    const lookup = resolvingLookup([server]);
    const strict = createWebhookClient({ privateHosts: new Set(), lookup });
    const own = createWebhookClient({ privateHosts: new Set([receiver.hostPort]) });
    onTestFinished(async () => {
      await Promise.all([strict.close(), own.close()]);
    });
    const error = "The address is not public.";
    expect(await strict.post("https://receiver.example.com/hook", "{}", {})).toMatchObject({ error });
    // The name is only in the hosts file.
    expect(await own.post(receiver.url, "{}", {})).toMatchObject({ ok: true });
  });
});
