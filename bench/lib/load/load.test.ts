import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { startSmppServer } from "@/bench/lib/carriers/smpp-server";
import { runLoad } from "@/bench/lib/load/load";
import { OWN_NUMBER, recipient, request } from "@/bench/lib/load/requests";
import { newId } from "@/lib/ids";

const folder = mkdtempSync(path.join(tmpdir(), "gateway-bench-"));
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  rmSync(path.join(folder, "ids"), { force: true });
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const job = { host: "127.0.0.1", connections: 4, seconds: 0.3, requests: [request("GET", "/")] };

it("keeps every id that was answered, of single and of bulk sends", async () => {
  const made: string[] = [];
  const port = await listen((_, response) => {
    const ids = Array.from({ length: 600 }, () => newId());
    made.push(...ids);
    response.end(JSON.stringify({ messages: ids.map((id) => ({ message_id: id, to: "64211234567" })) }));
  });
  const idsFile = path.join(folder, "ids");
  const driven = await runLoad({ ...job, port, idsFile });
  expect(driven).toMatchObject({ errors: 0, unanswered: 0, samples: [], messages: made.length });
  expect(driven.answered * 600).toBe(made.length);
  expect(readFileSync(idsFile, "utf8").trim().split("\n").toSorted()).toEqual(made.toSorted());
});

it("counts what is refused, and what has no answer, and goes on", async () => {
  let asked = 0;
  const port = await listen((_, response) => {
    asked++;
    if (asked % 10 === 0) response.socket?.destroy();
    else if (asked % 10 === 5) response.writeHead(429).end("slower");
    else response.end("{}");
  });
  const driven = await runLoad({ ...job, port, idsFile: null });
  const tenths = Math.floor(asked / 10);
  expect(tenths).toBeGreaterThan(1);
  expect(driven.unanswered).toBe(tenths);
  expect(driven.errors).toBe(tenths + Math.floor((asked + 5) / 10));
  expect(driven.answered).toBe(asked - driven.errors);
  expect(driven.samples).toContain("429 slower");
});

it("sends each request once where that is asked", async () => {
  const paths: (string | undefined)[] = [];
  const port = await listen((asked, response) => {
    paths.push(asked.url);
    response.end();
  });
  const requests = Array.from({ length: 10 }, (_, index) => request("GET", `/${index}`));
  await runLoad({ ...job, port, requests, once: true, idsFile: null });
  expect(paths.toSorted()).toEqual(requests.map((_, index) => `/${index}`));
});

it("gives each sending of a request a number of its own", async () => {
  const keys: (string | string[] | undefined)[] = [];
  const port = await listen((asked, response) => {
    keys.push(asked.headers["x-key"]);
    response.end();
  });
  const requests = [request("GET", "/", { "X-Key": OWN_NUMBER })];
  for (const _ of [1, 2]) await runLoad({ ...job, seconds: 0.05, port, requests, idsFile: null });
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^\d{24}$/.test(String(key)))).toEqual([]);
});

it("sends to numbers alone that are delivered to", () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => recipient(index));
  expect(numbers.filter((number) => !/^6421\d{7}$/.test(number) || /99\d\d$/.test(number))).toEqual([]);
});

it("answers SMPP as a network does, however its bytes arrive", async () => {
  const smpp = await startSmppServer();
  const socket = connect({ host: "127.0.0.1", port: smpp.port });
  const pdu = (command: number, sequence: number, body = "") => {
    const bytes = Buffer.alloc(16 + body.length);
    for (const [index, value] of [bytes.length, command, 0, sequence].entries())
      bytes.writeUInt32BE(value, index * 4);
    bytes.write(body, 16, "latin1");
    return bytes;
  };
  const asked = Buffer.concat([
    pdu(9, 1, "bench\0bench\0\0\x34\0\0\0"),
    pdu(4, 2, "x"),
    pdu(0x15, 3),
    pdu(0x99, 4),
  ]);
  const answers: number[][] = [];
  let got = Buffer.alloc(0);
  const all = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      got = Buffer.concat([got, chunk]);
      while (got.length >= 16 && got.length >= got.readUInt32BE(0)) {
        answers.push([got.readUInt32BE(4), got.readUInt32BE(8), got.readUInt32BE(12)]);
        got = got.subarray(got.readUInt32BE(0));
      }
      if (answers.length === 4) resolve();
    });
  });
  socket.write(asked.subarray(0, 30));
  const [accepted] = (await once(smpp.server, "connection")) as [Socket];
  await expect.poll(() => accepted.bytesRead).toBe(30);
  socket.write(asked.subarray(30));
  await all;
  socket.destroy();
  smpp.server.close();
  expect(answers).toEqual([
    [0x80000009, 0, 1],
    [0x80000004, 0, 2],
    [0x80000015, 0, 3],
    [0x80000000, 3, 4],
  ]);
  expect([smpp.bound, smpp.taken]).toEqual([1, 1]);
});
