import { totalmem } from "node:os";
import { expect, it } from "vitest";
import { reasonIn, sharedBuffersMiB } from "@/server/postgres/process";

const GIB = 2 ** 30;

it("gives the database an eighth of the memory, neither too little nor all there is", () => {
  expect(sharedBuffersMiB(GIB / 2)).toBe(128);
  expect(sharedBuffersMiB(2 * GIB)).toBe(256);
  // A container without a limit reports more memory than any machine has.
  expect(sharedBuffersMiB(2 ** 64)).toBe(sharedBuffersMiB(totalmem()));
  expect(sharedBuffersMiB(2 ** 64)).toBeLessThanOrEqual(2048);
});

it("finds in the database's log why it did not start", () => {
  const full =
    '12:00:01 UTC [7] FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device';
  const log = [
    "12:00:00 UTC [1] LOG:  starting PostgreSQL",
    "12:00:00 UTC [9] FATAL:  the database system is starting up",
    full,
    "12:00:01 UTC [1] LOG:  startup process (PID 7) exited with exit code 1",
    "12:00:01 UTC [1] LOG:  database system is shut down",
  ];
  expect(reasonIn(`${log.join("\n")}\n`)).toBe(full);
  expect(reasonIn("postgres: a library is missing\n")).toBe("postgres: a library is missing");
  expect(reasonIn("")).toBe("it said nothing.");
});
