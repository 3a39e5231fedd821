import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formatNz, NZ_ZONE, nzMonth, nzOffsetMs, parseNzDateTime, parseNzMonth } from "@/lib/sms/nz-time";

const HOUR_MS = 3_600_000;
const instants = fc.date({
  min: new Date("1990-01-01T00:00:00Z"),
  max: new Date("2060-01-01T00:00:00Z"),
  noInvalidDate: true,
});
const aroundClockChanges = fc
  .tuple(
    fc.constantFrom("2026-04-04T14:00:00Z", "2026-09-26T14:00:00Z"),
    fc.integer({ min: -4 * HOUR_MS, max: 4 * HOUR_MS }),
  )
  .map(([change, ms]) => new Date(Date.parse(change) + ms));

function iso(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

describe("formatNz", () => {
  test.each([
    ["winter", "2026-06-30T23:59:59.999Z", "2026-07-01 11:59:59"],
    ["summer", "2026-12-31T11:00:00.000Z", "2027-01-01 00:00:00"],
    ["before the autumn change", "2026-04-04T13:59:59.000Z", "2026-04-05 02:59:59"],
    ["after the autumn change", "2026-04-04T14:00:00.000Z", "2026-04-05 02:00:00"],
    ["before the spring change", "2026-09-26T13:59:59.000Z", "2026-09-27 01:59:59"],
    ["after the spring change", "2026-09-26T14:00:00.000Z", "2026-09-27 03:00:00"],
  ])("%s", (_, instant, local) => {
    expect(formatNz(new Date(instant))).toBe(local);
  });

  it("agrees with Intl", () => {
    const format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: NZ_ZONE,
      dateStyle: "short",
      timeStyle: "medium",
    });
    fc.assert(
      fc.property(fc.oneof(instants, aroundClockChanges), (at) => {
        expect(formatNz(at)).toBe(format.format(at));
      }),
      { numRuns: 2000 },
    );
  });

  it("throws for an invalid date", () => {
    expect(() => formatNz(new Date(Number.NaN))).toThrow(RangeError);
  });

  it("is right for more days than it remembers", () => {
    const start = Date.parse("2000-01-01T00:00:00Z");
    for (let day = 0; day < 5000; day++) {
      expect([12, 13]).toContain(nzOffsetMs(start + day * 24 * HOUR_MS) / HOUR_MS);
    }
    expect(formatNz(new Date(start))).toBe("2000-01-01 13:00:00");
  });
});

describe("parseNzDateTime", () => {
  test.each<[string, string | null, string | null]>([
    ["2026-07-01", "2026-06-30T12:00:00.000Z", "2026-07-01T11:59:59.999Z"],
    ["2026-12-25", "2026-12-24T11:00:00.000Z", "2026-12-25T10:59:59.999Z"],
    ["2026-07-01 09:30:15", "2026-06-30T21:30:15.000Z", "2026-06-30T21:30:15.999Z"],
    ["2026-04-05", "2026-04-04T11:00:00.000Z", "2026-04-05T11:59:59.999Z"],
    ["2026-09-27", "2026-09-26T12:00:00.000Z", "2026-09-27T10:59:59.999Z"],
    ["2026-04-05 02:30:00", "2026-04-04T13:30:00.000Z", "2026-04-04T14:30:00.999Z"],
    ["2026-09-27 02:30:00", null, null],
    ["2026-09-27 01:59:59", "2026-09-26T13:59:59.000Z", "2026-09-26T13:59:59.999Z"],
    ["2026-09-27 03:00:00", "2026-09-26T14:00:00.000Z", "2026-09-26T14:00:00.999Z"],
    ["2028-02-29", "2028-02-28T11:00:00.000Z", "2028-02-29T10:59:59.999Z"],
    ["9999-12-31", "9999-12-30T11:00:00.000Z", "9999-12-31T10:59:59.999Z"],
  ])("%s", (text, start, end) => {
    expect(iso(parseNzDateTime(text, "start"))).toBe(start);
    expect(iso(parseNzDateTime(text, "end"))).toBe(end);
  });

  it.each([
    "",
    "2026-02-30",
    "2027-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "0000-01-01",
    "2026-1-1",
    "26-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01 24:00:00",
    "2026-01-01 12:60:00",
    "2026-01-01 12:00:60",
    "2026-01-01 12:00",
    "2026-01-01 12:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "２０２６-01-01",
    "tomorrow",
  ])("%j is no time", (text) => {
    expect(parseNzDateTime(text, "start")).toBeNull();
    expect(parseNzDateTime(text, "end")).toBeNull();
  });

  it("reads what formatNz writes: the second lies between its two edges", () => {
    fc.assert(
      fc.property(fc.oneof(instants, aroundClockChanges), (at) => {
        const text = formatNz(at);
        const start = parseNzDateTime(text, "start");
        const end = parseNzDateTime(text, "end");
        expect(start?.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(end?.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(start && formatNz(start)).toBe(text);
        expect(end && formatNz(end)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("months", () => {
  test.each<[string, string, string]>([
    ["2026-08", "2026-07-31T12:00:00.000Z", "2026-08-31T12:00:00.000Z"],
    ["2026-04", "2026-03-31T11:00:00.000Z", "2026-04-30T12:00:00.000Z"],
    ["2026-09", "2026-08-31T12:00:00.000Z", "2026-09-30T11:00:00.000Z"],
    ["2026-12", "2026-11-30T11:00:00.000Z", "2026-12-31T11:00:00.000Z"],
  ])("%s", (text, start, end) => {
    const month = { start: new Date(start), end: new Date(end) };
    expect(parseNzMonth(text)).toEqual(month);
    expect(nzMonth(month.start)).toEqual(month);
    expect(nzMonth(new Date(month.end.getTime() - 1))).toEqual(month);
    expect(nzMonth(month.end).start).toEqual(month.end);
  });

  it.each(["", "2026", "2026-00", "2026-13", "2026-1", "2026-01-01", "0000-01", "2026-01 "])(
    "%j is no month",
    (text) => {
      expect(parseNzMonth(text)).toBeNull();
    },
  );

  it("holds the instant it was asked for", () => {
    fc.assert(
      fc.property(instants, (at) => {
        const { start, end } = nzMonth(at);
        expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(parseNzMonth(formatNz(at).slice(0, 7))).toEqual({ start, end });
        expect(formatNz(start).slice(7)).toBe("-01 00:00:00");
      }),
      { numRuns: 500 },
    );
  });

  it("throws for an invalid date", () => {
    expect(() => nzMonth(new Date(Number.NaN))).toThrow(RangeError);
  });
});
