import type { Socket } from "node:net";
import { expect, it } from "vitest";
import { WriteQueue } from "@/lib/smpp/session/write-queue";

/** Starts a queue on a socket that accepts each write on the test's command. */
function start() {
  const writes: string[] = [];
  const took: string[] = [];
  let end: () => void = () => undefined;
  const socket = {
    write(octets: Buffer, done: () => void) {
      writes.push(octets.toString("latin1"));
      end = done;
    },
  } as unknown as Socket;
  const queue = new WriteQueue(socket, () => took.push("drained"));
  const answer = (text: string) => queue.write(Buffer.from(text));
  const request = (text: string) => queue.write(Buffer.from(text), () => took.push(text));
  return { writes, took, queue, answer, request, take: () => end() };
}

it("joins what nobody asks about with what follows, up to one piece that somebody asks about", () => {
  const { writes, took, queue, answer, request, take } = start();
  for (const text of ["a", "b"]) answer(text);
  for (const text of ["S", "T"]) request(text);
  for (const text of ["c", "d"]) answer(text);
  expect([writes, queue.size]).toEqual([["a"], 6]);
  take();
  expect([writes, took]).toEqual([["a", "bS"], []]);
  take();
  expect([writes, took]).toEqual([["a", "bS", "T"], ["S"]]);
  take();
  take();
  expect([writes, took, queue.size]).toEqual([["a", "bS", "T", "cd"], ["S", "T", "drained"], 0]);
  answer("e");
  expect(writes.at(-1)).toBe("e");
});

it("writes no more than 4 KiB at once, but for one piece that is longer", () => {
  const { writes, answer, take } = start();
  for (const size of [1, 3_000, 1_096, 1, 5_000]) answer("x".repeat(size));
  for (let left = 0; left < 4; left++) take();
  expect(writes.map(({ length }) => length)).toEqual([1, 4_096, 1, 5_000]);
});
