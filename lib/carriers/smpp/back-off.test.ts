import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BackOff } from "@/lib/carriers/smpp/back-off";
import { settingsFor } from "@/tests/support/smsc/smpp-carrier";

const { timers } = settingsFor(
  { port: 1 },
  {
    timers: {
      backOffMs: 1_000,
      maxBackOffMs: 60_000,
      stableAfterMs: 30_000,
      refusedBackOffMs: 60_000,
      maxRefusedBackOffMs: 900_000,
      alreadyBoundMs: 30_000,
    },
  },
);
const LOST = { status: null, boundMs: 0 };

describe("the wait before a link is tried again", () => {
  it("1: doubles from a second to a minute, by chance", () => {
    const longest = new BackOff(timers, () => 1);
    expect(Array.from({ length: 8 }, () => longest.next(LOST))).toEqual(
      [1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000),
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const wait = new BackOff(timers, () => chance).next(LOST);
        expect(wait).toBeGreaterThanOrEqual(100);
        expect(wait).toBeLessThanOrEqual(1_000);
      }),
    );
  });

  it("14: begins anew only after a bind that lived 30 seconds", () => {
    const backOff = new BackOff(timers, () => 1);
    for (let times = 0; times < 20; times++) backOff.next({ status: null, boundMs: 1_000 });
    expect(backOff.next({ status: null, boundMs: 29_999 })).toBe(60_000);
    expect(backOff.next({ status: null, boundMs: 30_000 })).toBe(1_000);
  });

  it("5: is a minute to a quarter of an hour where the login is refused, for ever", () => {
    const backOff = new BackOff(timers);
    const waits = [0x0d, 0x0e, 0x0f, 0x0e, 0x0e, 0x0e].map((status) => backOff.next({ status, boundMs: 0 }));
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 900_000, 900_000]);
    backOff.next({ status: null, boundMs: 5 });
    expect(backOff.next({ status: 0x0e, boundMs: 0 })).toBe(60_000);
  });

  it("6: is 30 seconds where the server says that we are bound", () => {
    expect(new BackOff(timers).next({ status: 0x05, boundMs: 0 })).toBe(30_000);
  });
});
