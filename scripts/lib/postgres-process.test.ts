import { totalmem } from "node:os";
import { expect, it } from "vitest";
import { sharedBuffersMiB } from "@/scripts/lib/postgres-process";

const GIB = 2 ** 30;

it("gives the database an eighth of the memory, neither too little nor all there is", () => {
  expect(sharedBuffersMiB(GIB / 2)).toBe(128);
  expect(sharedBuffersMiB(2 * GIB)).toBe(256);
  // A container without a limit names more than any machine has.
  expect(sharedBuffersMiB(2 ** 64)).toBe(sharedBuffersMiB(totalmem()));
  expect(sharedBuffersMiB(2 ** 64)).toBeLessThanOrEqual(2048);
});
