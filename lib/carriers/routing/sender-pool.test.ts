import { describe, expect, it } from "vitest";
import { poolNumber } from "@/lib/carriers/routing/sender-pool";

const POOL = Array.from({ length: 10 }, (_, index) => `6421555000${index}`);
const RECIPIENTS = Array.from({ length: 10_000 }, (_, index) => ({
  accountId: 7,
  msisdn: `64211${String(index).padStart(6, "0")}`,
}));
const numbersOf = (pool: readonly string[]) => RECIPIENTS.map((recipient) => poolNumber(pool, recipient));

describe("a pool of senders", () => {
  it("gives each recipient of an account one number for ever", () => {
    const [first] = RECIPIENTS;
    expect(poolNumber(POOL, { accountId: 7, msisdn: "64211234567" })).toBe("64215550008");
    expect(poolNumber(POOL, { accountId: 8, msisdn: "64211234567" })).toBe("64215550007");
    expect(numbersOf([...POOL].reverse())).toEqual(numbersOf(POOL));
    expect(first && poolNumber(["2190"], first)).toBe("2190");
  });

  it("shares recipients out evenly", () => {
    const counts = new Map(POOL.map((number) => [number, 0]));
    for (const number of numbersOf(POOL)) counts.set(number, (counts.get(number) ?? 0) + 1);
    for (const [number, count] of counts) expect(Math.abs(count - 1_000), number).toBeLessThan(150);
  });

  it("changes the number of those alone that a new number takes, and that a removed one had", () => {
    const before = numbersOf(POOL);
    const more = numbersOf([...POOL, "64215550010"]);
    expect(more.every((number, index) => number === before[index] || number === "64215550010")).toBe(true);
    const less = numbersOf(POOL.slice(1));
    expect(less.every((number, index) => number === before[index] || before[index] === POOL[0])).toBe(true);
  });
});
