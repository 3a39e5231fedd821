import { expect, it } from "vitest";
import { GatewayError } from "@/lib/errors";
import { holdBack, MAX_HELD, PROMPT_REFUSALS, type RefusedCaller } from "@/lib/http/limits/hold-back";

const WRONG = new GatewayError("invalid_credentials", "The token is wrong.");
const TOO_MANY = new GatewayError("too_many_requests", "Too many.");

type NamedCaller = RefusedCaller["named"];

const NAMED: NamedCaller = { isProven: false };
const PROVEN: NamedCaller = { isProven: true };

const note = (address: string, named: NamedCaller = null): RefusedCaller => ({ address, named });

/** Rejects many requests at once. Returns the number of those that waited, and ends their wait. */
async function waiting(count: number, failure: unknown, of: RefusedCaller | undefined): Promise<number> {
  const ends: (() => void)[] = [];
  const all = Array.from({ length: count }, () =>
    holdBack(failure, of, () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const waited = ends.length;
  for (const end of ends) end();
  await Promise.all(all);
  return waited;
}

it("delays the refusals of an address beyond a hundred at once", async () => {
  expect(await waiting(PROMPT_REFUSALS, WRONG, note("192.0.2.1"))).toBe(0);
  expect(await waiting(50, TOO_MANY, note("192.0.2.1"))).toBeGreaterThan(40);
  expect(await waiting(50, WRONG, note("192.0.2.2"))).toBe(0);
  expect(await waiting(50, WRONG, note("192.0.2.1", NAMED))).toBeGreaterThan(40);
});

it("never delays a verified caller, another error or a good answer", async () => {
  await waiting(PROMPT_REFUSALS, WRONG, note("192.0.2.3"));
  expect(await waiting(500, TOO_MANY, note("192.0.2.3", PROVEN))).toBe(0);
  expect(await waiting(500, new GatewayError("not_found", "Nothing."), note("192.0.2.3"))).toBe(0);
  expect(await waiting(500, new Error("A fault."), note("192.0.2.3"))).toBe(0);
  expect(await waiting(500, undefined, note("192.0.2.3"))).toBe(0);
  expect(await waiting(500, WRONG, undefined)).toBe(0);
});

it("keeps a bounded number of requests, and has their places again", async () => {
  await waiting(PROMPT_REFUSALS, WRONG, note("192.0.2.4"));
  for (let time = 1; time <= 2; time++)
    expect(await waiting(2 * MAX_HELD, WRONG, note("192.0.2.4"))).toBe(MAX_HELD);
});
