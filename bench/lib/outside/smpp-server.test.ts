import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { SmppServer } from "@/bench/lib/outside/smpp-server";

it("answers SMPP as a network does, however its bytes arrive", async () => {
  const smpp = await SmppServer.start({ submissions: [], receipts: [], webhooks: [] });
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
