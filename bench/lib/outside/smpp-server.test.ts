import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { pduOf, SmppServer } from "@/bench/lib/outside/smpp-server";

it("answers SMPP as a network does, however its bytes arrive", async () => {
  const smpp = await SmppServer.start({ submissions: [], receipts: [], webhooks: [] });
  const socket = connect({ host: "127.0.0.1", port: smpp.port });
  const bind = Buffer.from("bench\0bench\0\0\x34\0\0\0", "latin1");
  const asked = Buffer.concat([
    pduOf(9, 0, 1, bind),
    pduOf(4, 0, 2, "x"),
    pduOf(0x15, 0, 3),
    pduOf(0x99, 0, 4),
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
