import { describe, expect, it } from "vitest";
import { BodyBudget, type BodyOwner, MAX_SMALL_BODY_BYTES } from "@/lib/http/body/body-budget";
import { fromWeb } from "@/lib/http/request/gateway-request";

const KIB = 1024;
const MIB = 1024 * KIB;
const SMALL = MAX_SMALL_BODY_BYTES;
const LARGE = 2 * MAX_SMALL_BODY_BYTES;
const EMPTY = { unverified: 0, small: 0, large: 0 };

const newRequest = () => fromWeb(new Request("http://gateway.test/x"));
const account = (name: string) => ({ name: `account ${name}`, isVerified: true });
const address = (name: string) => ({ name: `address ${name}`, isVerified: false });

/** Creates a budget in which each room holds four of its bodies, two of them of one owner. */
function budgetOfFour(): BodyBudget {
  const room = (bytes: number) => ({ mostBytes: 4 * bytes, mostBytesEach: 2 * bytes });
  return new BodyBudget({ unverified: room(SMALL), small: room(SMALL), large: room(LARGE) });
}

/** Counts bytes for an owner in steps until the budget is full. Returns the number of counted bytes. */
function fill(budget: BodyBudget, owner: BodyOwner, step: number): number {
  for (let taken = 0; ; taken += step) {
    try {
      budget.take(newRequest(), owner, step);
    } catch (error) {
      expect(error).toEqual(REFUSED);
      return taken;
    }
  }
}

const REFUSED = expect.objectContaining({
  code: "unavailable",
  status: 503,
  headers: { "Retry-After": "1" },
});

describe("the budget of bodies", () => {
  it("gives each owner its share, and all of them together no more than there is", () => {
    const budget = budgetOfFour();
    for (const name of ["a", "a", "b", "b"]) budget.take(newRequest(), account(name), SMALL);
    for (const name of ["a", "c"]) expect(() => budget.take(newRequest(), account(name), 1)).toThrow(REFUSED);
    expect(budget.bytes).toEqual({ ...EMPTY, small: 4 * SMALL });
  });

  it("gives a stranger less the more others have, and always a little", () => {
    const budget = new BodyBudget();
    const shares = ["a", "b", "c"].map((name) => fill(budget, address(name), KIB));
    expect(shares).toEqual([2 * MIB, MIB, MIB / 2]);
    for (let other = 0; other < 200; other++) fill(budget, address(String(other)), KIB);
    expect(fill(budget, address("another"), KIB)).toBe(16 * KIB);
    for (let other = 0; other < 1_000; other++) fill(budget, address(`more ${other}`), KIB);
    expect(budget.bytes.unverified).toBe(8 * MIB);
    expect(fill(budget, account("a"), KIB)).toBe(2 * MIB);
  });

  it("keeps small bodies out of the way of large ones", () => {
    const budget = budgetOfFour();
    for (const name of ["a", "a", "b", "b"]) budget.take(newRequest(), account(name), LARGE);
    expect(() => budget.take(newRequest(), account("c"), LARGE)).toThrow(REFUSED);
    budget.take(newRequest(), account("a"), 200);
    budget.take(newRequest(), address("a"), 300);
    expect(budget.bytes).toEqual({ unverified: 300, small: 200, large: 4 * LARGE });
  });

  it("counts what has arrived, in the other room once it is no small body any more", () => {
    const budget = budgetOfFour();
    const request = newRequest();
    budget.take(request, account("a"), 40 * KIB);
    expect(budget.bytes).toEqual({ ...EMPTY, small: 40 * KIB });
    budget.take(request, account("a"), 40 * KIB);
    expect(budget.bytes).toEqual({ ...EMPTY, large: 80 * KIB });
    budget.release(request);
    budget.release(request);
    expect(budget.bytes).toEqual(EMPTY);
  });

  it("keeps what was counted of a body that is refused until its request is answered", () => {
    const budget = budgetOfFour();
    const request = newRequest();
    budget.take(request, account("a"), SMALL);
    budget.take(newRequest(), account("a"), 2 * LARGE);
    expect(() => budget.take(request, account("a"), 1)).toThrow(REFUSED);
    expect(budget.bytes.small).toBe(SMALL);
    budget.release(request);
    expect(budget.bytes).toEqual({ ...EMPTY, large: 2 * LARGE });
  });

  it("has a thousand bodies read in one piece at once, and another when one has come", () => {
    const budget = budgetOfFour();
    const ends = Array.from({ length: 1_024 }, () => budget.beginOnePiece());
    expect(ends).not.toContain(null);
    expect(budget.beginOnePiece()).toBeNull();
    ends[0]?.();
    expect(budget.beginOnePiece()).not.toBeNull();
  });
});
