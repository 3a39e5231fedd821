import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { countFailure, FAILURES_ALLOWED } from "@/lib/auth/limits/auth-failures";
import { verifyPassword } from "@/lib/auth/passwords/verify-password";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

const MIB = 1024 * 1024;

/** Returns the memory of the process's objects after a garbage collection. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

it("keeps little of what a stranger over the limit calls an account, however long that is", async () => {
  const [now, address] = [new Date(), "203.0.113.99"];
  for (let count = 0; count < FAILURES_ALLOWED.address; count++)
    await countFailure(db(), { kind: "password", name: `somebody ${count}`, address }, now);
  const attempt = (name: string) => verifyPassword(db(), { email: name, password: "guess", address }, now);
  await expect(countFailure(db(), { kind: "password", name: "one", address }, now)).rejects.toThrow();
  await expect(attempt("first")).rejects.toMatchObject({ code: "too_many_requests" });
  const before = heldBytes();
  for (let count = 0; count < 500; count++)
    await expect(attempt(`${count}`.padEnd(60_000, "x"))).rejects.toMatchObject({
      code: "too_many_requests",
    });
  expect(heldBytes() - before).toBeLessThan(8 * MIB);
});
