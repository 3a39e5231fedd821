import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "@/lib/carriers/shared/share";

type CellPart = { tps: number; binds: { transceiver: number; transmitter: number; receiver: number } } | null;

describe("the part of a network that a cell has", () => {
  it("is whole links, which are with those of the other cells as many as the settings allow", () => {
    const count = fc.integer({ min: 0, max: 8 });
    const binds = fc.record({ transceiver: count, transmitter: count, receiver: count });
    fc.assert(
      fc.property(
        binds,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 6 }),
        (given, tps, of) => {
          const parts = Array.from(
            { length: of },
            (_, index) => shareOf({ host: "smsc", tps, binds: given }, true, { index, of }) as CellPart,
          );
          const sum = (of: (part: NonNullable<CellPart>) => number) =>
            parts.reduce((total, part) => total + (part ? of(part) : 0), 0);
          expect(sum((part) => part.tps)).toBeLessThanOrEqual(tps);
          for (const kind of ["transceiver", "transmitter", "receiver"] as const)
            expect(sum((part) => part.binds[kind])).toBeLessThanOrEqual(given[kind]);
          for (const part of parts.filter((one) => one !== null)) {
            expect(part.tps).toBeGreaterThan(0);
            expect(part.binds.transceiver + part.binds.transmitter).toBeGreaterThan(0);
          }
          if (given.transceiver + given.transmitter > 0) expect(parts[0]).not.toBeNull();
        },
      ),
    );
  });

  it("is home's alone where the network allows one link", () => {
    const parts = [0, 1, 2].map((index) => shareOf({ tps: 50, systemId: "us" }, true, { index, of: 3 }));
    expect(parts).toEqual([
      { tps: 17, systemId: "us", binds: { transceiver: 1, transmitter: 0, receiver: 0 } },
      null,
      null,
    ]);
  });

  it("is a part of the rate where there are no links, and of what is slower than there are cells, none", () => {
    const settings = { url: "https://sms.example.com", tps: 3 };
    const of = (index: number, count: number) => shareOf(settings, false, { index, of: count });
    expect([of(0, 2), of(1, 2)]).toEqual([
      { ...settings, tps: 2 },
      { ...settings, tps: 1 },
    ]);
    expect([of(2, 4), of(3, 4)]).toEqual([{ ...settings, tps: 1 }, null]);
  });
});
