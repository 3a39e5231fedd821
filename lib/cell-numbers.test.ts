import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellOfAccount, cellOfCredential, firstIdOf, HOME_CELL, MAX_CELL } from "@/lib/cell-numbers";
import { newCredential, newToken } from "@/lib/ids";

describe("an account's id", () => {
  it("is home's below those of cell 2, and then tells the cell", () => {
    expect([1, 20_000_001, 40_000_000].map(cellOfAccount)).toEqual([HOME_CELL, HOME_CELL, HOME_CELL]);
    for (let cell = 2; cell <= MAX_CELL; cell++) {
      expect(cellOfAccount(firstIdOf(cell))).toBe(cell);
      expect(cellOfAccount(firstIdOf(cell + 1) - 1)).toBe(cell);
      expect(firstIdOf(cell)).toBeLessThan(1_000_000_000);
    }
  });
});

describe("a credential", () => {
  it("tells the cell that it was made in, and looks as ever at home", () => {
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(newCredential("cid", 15)).toMatch(/^cid_[\w-]{20}$/);
    fc.assert(
      fc.property(fc.integer({ min: HOME_CELL, max: MAX_CELL }), (cell) => {
        expect(cellOfCredential(newToken(cell))).toBe(cell);
        expect(cellOfCredential(newCredential("isk", 32, cell))).toBe(cell);
      }),
    );
  });

  it.each([
    "",
    "2",
    "2x.abc",
    "0.abc",
    "02.abc",
    "50.abc",
    "999.abc",
    "1000.abc",
    "cid_.2.",
    "cid_",
    ".",
    "-2.abc",
  ])("that is %j is home's", (given) => {
    expect(cellOfCredential(given)).toBe(HOME_CELL);
  });
});
