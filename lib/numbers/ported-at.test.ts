import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPortedAt } from "@/lib/numbers/ported-at";
import { formatNz } from "@/lib/sms/nz-time";

describe("readPortedAt", () => {
  test.each([
    ["2026-03-02", "2026-03-01T11:00:00.000Z"],
    ["2026-07-02", "2026-07-01T12:00:00.000Z"],
    ["2026-03-02 09:30:15", "2026-03-01T20:30:15.000Z"],
    ["2026-03-02T09:30:15", "2026-03-01T20:30:15.000Z"],
    ["2026-03-02 09:30", "2026-03-01T20:30:00.000Z"],
    ["2026-03-02T09:30:15Z", "2026-03-02T09:30:15.000Z"],
    ["2026-03-02T09:30:15.123456Z", "2026-03-02T09:30:15.123Z"],
    ["2026-03-02 09:30:15.5", "2026-03-01T20:30:15.500Z"],
    ["2026-03-02T09:30:15+13:00", "2026-03-01T20:30:15.000Z"],
    ["2026-03-02 09:30:15-0330", "2026-03-02T13:00:15.000Z"],
    ["2026-03-02T23:59:59+14:00", "2026-03-02T09:59:59.000Z"],
    // The days on which the clock changes have 25 hours and 23.
    ["2026-04-05 01:30:00", "2026-04-04T12:30:00.000Z"],
    ["2026-04-05 02:30:00", "2026-04-04T13:30:00.000Z"],
    ["2026-04-05 12:00:00", "2026-04-05T00:00:00.000Z"],
    ["2026-09-27 01:59:59.9", "2026-09-26T13:59:59.900Z"],
    ["2026-09-27 03:00:00", "2026-09-26T14:00:00.000Z"],
    ["2024-02-29", "2024-02-28T11:00:00.000Z"],
  ])("reads %s as %s", (text, instant) => {
    expect(readPortedAt(text)?.toISOString()).toBe(instant);
  });

  test.each([
    "",
    "2026",
    "2026-02-29",
    "2026-02-30T00:00:00Z",
    "2026-13-01",
    "2026-3-2",
    "02/03/2026",
    "0999-01-01",
    "2026-03-02 24:00:00",
    "2026-03-02 09:60:00",
    "2026-03-02 09:30:60",
    "2026-03-02 9:30:00",
    "2026-03-02T09:30:15+15:00",
    "2026-03-02T09:30:15+10:60",
    "2026-03-02Z",
    "2026-03-02 ",
    " 2026-03-02",
    "2026-09-27 02:30:00",
    "2026-03-02  09:30:15",
    "2026-03-02 09:30:15 Z",
    "1772395200",
  ])("does not read %j", (text) => {
    expect(readPortedAt(text)).toBeNull();
  });

  it("reads back every New Zealand time that there is, but for the hour that comes twice", () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2040, 0, 1) / 1000 });
    fc.assert(
      fc.property(instants, (seconds) => {
        const local = formatNz(new Date(seconds * 1000));
        const read = readPortedAt(local);
        expect(formatNz(read as Date)).toBe(local);
        expect([seconds * 1000, (seconds - 3600) * 1000]).toContain(read?.getTime());
      }),
      { numRuns: 1000 },
    );
  });
});
