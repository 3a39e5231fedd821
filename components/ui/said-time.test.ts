import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  daysAfter,
  inSentence,
  nzDay,
  saidClock,
  saidDate,
  saidHour,
  saidTime,
} from "@/components/ui/said-time";
import { formatNz, nzDate } from "@/lib/sms/nz-time";

describe("a time as people say it", () => {
  it.each([
    ["2026-11-23 08:35:56", "8:35 am", "8:35 am"],
    ["2026-11-23 00:00:00", "12:00 am", "12:00 am"],
    ["2026-11-23 12:05:00", "12:05 pm", "12:05 pm"],
    ["2026-11-22 23:59:59", "Yesterday", "Yesterday, 11:59 pm"],
    ["2026-11-24 09:00:00", "Tomorrow", "Tomorrow, 9:00 am"],
    ["2026-11-21 08:35:56", "21 Nov", "21 Nov, 8:35 am"],
    ["2025-11-22 08:35:56", "22 Nov 2025", "22 Nov 2025, 8:35 am"],
    ["never", "never", "never"],
  ])("says %s as %s", (at, short, long) => {
    expect(saidTime(at, "2026-11-23")).toBe(short);
    expect(saidTime(at, "2026-11-23", "long")).toBe(long);
  });

  it("says the seconds where they count", () => {
    expect(saidTime("2026-11-23 08:35:56", "2026-11-23", "exact")).toBe("8:35:56 am");
    expect(saidTime("2026-11-21 20:35:06", "2026-11-23", "exact")).toBe("21 Nov, 8:35:06 pm");
  });

  it("says the date alone whatever day it is, and the time of day alone", () => {
    expect(saidDate("2026-11-02 08:35:56")).toBe("2 Nov 2026");
    expect(saidDate("never")).toBe("never");
    expect(saidClock("2026-11-24 07:00:00")).toBe("7:00 am");
    expect(["21:00", "07:30", "00:00", "12:00"].map(saidHour)).toEqual(["9 pm", "7:30 am", "12 am", "12 pm"]);
  });

  it("gives a day no capital within a sentence, and changes nothing else", () => {
    expect(["Tomorrow, 9:00 am", "Yesterday", "22 Nov", "8:35 am"].map(inSentence)).toEqual([
      "tomorrow, 9:00 am",
      "yesterday",
      "22 Nov",
      "8:35 am",
    ]);
  });

  it("says the last day of a year as yesterday on the first of the next", () => {
    expect(saidTime("2026-12-31 10:00:00", "2027-01-01")).toBe("Yesterday");
  });

  // The clocks go forward at 2 am on 27 September 2026, and back at 3 am on 5 April 2026.
  it.each([
    ["2026-09-26T11:59:59Z", "2026-09-26"],
    ["2026-09-26T12:00:00Z", "2026-09-27"],
    ["2026-09-27T10:59:59Z", "2026-09-27"],
    ["2026-09-27T11:00:00Z", "2026-09-28"],
    ["2026-04-04T10:59:59Z", "2026-04-04"],
    ["2026-04-04T11:00:00Z", "2026-04-05"],
    ["2026-04-05T11:59:59Z", "2026-04-05"],
    ["2026-04-05T12:00:00Z", "2026-04-06"],
  ])("knows New Zealand's date at %s", (at, day) => {
    expect(nzDay(new Date(at))).toBe(day);
  });

  it("says what the server wrote within a day before it as today, yesterday or tomorrow", () => {
    const instants = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2040-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (now) => {
        const today = nzDay(now);
        expect(today).toBe(nzDate(now));
        expect(saidTime(formatNz(now), today)).toMatch(/^\d{1,2}:\d{2} [ap]m$/);
        expect(saidTime(`${daysAfter(today, -1)} 02:30:00`, today)).toBe("Yesterday");
      }),
    );
  });
});
