import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formatNz } from "@/lib/sms/nz-time";
import { parseQuietHours, releaseTime } from "@/lib/sms/quiet-hours";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NIGHT = parseQuietHours("21:00", "07:00");

function release(at: string, start = "21:00", end = "07:00"): string | null {
  const released = releaseTime(new Date(at), parseQuietHours(start, end));
  return released === null ? null : released.toISOString();
}

describe("parseQuietHours", () => {
  it("keeps two times", () => {
    expect(parseQuietHours("21:00", "07:00")).toEqual({ start: "21:00", end: "07:00" });
    expect(parseQuietHours("00:00", "23:59")).toEqual({ start: "00:00", end: "23:59" });
  });

  it.each(["", "7:00", "24:00", "12:60", "21:00:00", "21.00", " 21:00", "noon"])("names %j", (bad) => {
    expect(() => parseQuietHours(bad, "07:00")).toThrow(RangeError);
    expect(() => parseQuietHours("21:00", bad)).toThrow(JSON.stringify(bad));
  });
});

describe("releaseTime", () => {
  test.each<[string, string, string | null]>([
    ["20:59:59.999 goes out", "2026-07-01T08:59:59.999Z", null],
    ["21:00:00.000 waits", "2026-07-01T09:00:00.000Z", "2026-07-01T19:00:00.000Z"],
    ["midnight waits", "2026-07-01T12:00:00.000Z", "2026-07-01T19:00:00.000Z"],
    ["06:59:59.999 waits", "2026-07-01T18:59:59.999Z", "2026-07-01T19:00:00.000Z"],
    ["07:00:00.000 goes out", "2026-07-01T19:00:00.000Z", null],
    ["summer, 21:00", "2026-12-31T08:00:00.000Z", "2026-12-31T18:00:00.000Z"],
    ["the autumn night, 21:00, lasts 11 hours", "2026-04-04T08:00:00.000Z", "2026-04-04T19:00:00.000Z"],
    ["the autumn night, first 02:30", "2026-04-04T13:30:00.000Z", "2026-04-04T19:00:00.000Z"],
    ["the autumn night, second 02:30", "2026-04-04T14:30:00.000Z", "2026-04-04T19:00:00.000Z"],
    ["the spring night, 21:00, lasts 9 hours", "2026-09-26T09:00:00.000Z", "2026-09-26T18:00:00.000Z"],
    ["the spring night, 03:00", "2026-09-26T14:00:00.000Z", "2026-09-26T18:00:00.000Z"],
  ])("%s", (_, at, expected) => {
    expect(release(at)).toBe(expected);
  });

  it("takes hours within a day", () => {
    expect(release("2026-07-01T00:00:00Z", "12:00", "13:30")).toBe("2026-07-01T01:30:00.000Z");
    expect(release("2026-07-01T01:30:00Z", "12:00", "13:30")).toBeNull();
    expect(release("2026-06-30T23:59:59Z", "12:00", "13:30")).toBeNull();
  });

  it("is never quiet when both are equal", () => {
    expect(release("2026-07-01T09:00:00Z", "21:00", "21:00")).toBeNull();
    expect(release("2026-06-30T12:00:00Z", "00:00", "00:00")).toBeNull();
  });

  it("takes the end that comes next when the clock shows it twice", () => {
    expect(release("2026-04-04T13:00:00Z", "21:00", "02:30")).toBe("2026-04-04T13:30:00.000Z");
    expect(release("2026-04-04T14:10:00Z", "21:00", "02:30")).toBe("2026-04-04T14:30:00.000Z");
    // This is the first 02:20. The clock shows 02:05 a second time before the next day.
    expect(release("2026-04-04T13:20:00Z", "02:10", "02:05")).toBe("2026-04-04T14:05:00.000Z");
  });

  it("takes the clock change when the clock skips the end", () => {
    expect(release("2026-09-26T12:00:00Z", "21:00", "02:30")).toBe("2026-09-26T14:00:00.000Z");
  });

  it("throws for an invalid date", () => {
    expect(() => releaseTime(new Date(Number.NaN), NIGHT)).toThrow(RangeError);
  });

  it("releases at 07:00:00 local, in the future, within 11 hours, and then goes out", () => {
    const start = Date.parse("2026-01-01T00:00:00Z");
    const instants = fc.oneof(
      fc.integer({ min: start, max: start + 366 * 24 * HOUR_MS }),
      fc.integer({ min: Date.parse("2026-04-04T06:00:00Z"), max: Date.parse("2026-04-05T06:00:00Z") }),
      fc.integer({ min: Date.parse("2026-09-26T06:00:00Z"), max: Date.parse("2026-09-27T06:00:00Z") }),
    );
    fc.assert(
      fc.property(instants, (epochMs) => {
        const released = releaseTime(new Date(epochMs), NIGHT);
        const time = formatNz(new Date(epochMs)).slice(11);
        expect(released !== null).toBe(time >= "21:00:00" || time < "07:00:00");
        if (released !== null) {
          expect(formatNz(released).slice(11)).toBe("07:00:00");
          expect(released.getMilliseconds()).toBe(0);
          expect(released.getTime()).toBeGreaterThan(epochMs);
          expect(released.getTime() - epochMs).toBeLessThanOrEqual(11 * HOUR_MS);
          expect(releaseTime(released, NIGHT)).toBeNull();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("for any hours, releases after the instant and within 25 hours", () => {
    const minutes = fc.integer({ min: 0, max: 1439 });
    const time = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    const instants = fc
      .integer({ min: 0, max: 48 * 60 })
      .chain((minute) =>
        fc
          .constantFrom("2026-04-04T00:00:00Z", "2026-09-26T00:00:00Z")
          .map((day) => Date.parse(day) + minute * MINUTE_MS),
      );
    fc.assert(
      fc.property(instants, minutes, minutes, (epochMs, start, end) => {
        const released = releaseTime(new Date(epochMs), parseQuietHours(time(start), time(end)));
        if (released !== null) {
          expect(released.getTime()).toBeGreaterThan(epochMs);
          expect(released.getTime() - epochMs).toBeLessThanOrEqual(25 * HOUR_MS);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
