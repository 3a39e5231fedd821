import { describe, expect, it } from "vitest";
import { isWithinHours, readWeekHours, writeWeekHours } from "@/lib/sms/week-hours";
import { zoneClock, zoneNamed } from "@/lib/sms/zone-clock";

/** Hours in the spellings of people, shops, maps and other gateways, each with its stored form. */
const HOURS: readonly [written: string, kept: string | null][] = [
  ["Mo-Fr 09:00-17:00", "Mo-Fr 09:00-17:00"],
  ["mo-fr 09:00-17:00", "Mo-Fr 09:00-17:00"],
  ["Mon-Fri 9:00-17:00", "Mo-Fr 09:00-17:00"],
  ["Monday - Friday 9:00 - 17:00", "Mo-Fr 09:00-17:00"],
  ["Monday to Friday 9am to 5pm", "Mo-Fr 09:00-17:00"],
  ["Mo\u2013Fr 09:00\u201317:00", "Mo-Fr 09:00-17:00"],
  ["Mo-Fr: 09:00-17:00", "Mo-Fr 09:00-17:00"],
  ["Mo-Fr 0900-1700", "Mo-Fr 09:00-17:00"],
  ["Mo-Fr 9-17", "Mo-Fr 09:00-17:00"],
  ["Mo-Fr 9.30-17.30", "Mo-Fr 09:30-17:30"],
  ["Mo-Fr 9 am - 5:30 pm", "Mo-Fr 09:00-17:30"],
  ["Mo-Fr 12am-12pm", "Mo-Fr 00:00-12:00"],
  ["weekdays 08:00-20:00", "Mo-Fr 08:00-20:00"],
  ["weekends 10:00-14:00", "Sa,Su 10:00-14:00"],
  ["Mondays 10:00-14:00", "Mo 10:00-14:00"],
  ["daily 08:00-20:00", "Mo-Su 08:00-20:00"],
  ["every day 08:00-20:00", "Mo-Su 08:00-20:00"],
  ["08:00-20:00", "Mo-Su 08:00-20:00"],
  ["Mo,We,Fr 09:00-12:00", "Mo,We,Fr 09:00-12:00"],
  ["Mon, Wed & Fri 09:00-12:00", "Mo,We,Fr 09:00-12:00"],
  ["Mon and Tue 09:00-12:00", "Mo,Tu 09:00-12:00"],
  ["Fr-Mo 22:00-23:00", "Mo,Fr-Su 22:00-23:00"],
  ["Tues-Thurs 09:00-12:00", "Tu-Th 09:00-12:00"],
  ["Mo-Fr 09:00-12:00,13:00-17:00", "Mo-Fr 09:00-12:00; Mo-Fr 13:00-17:00"],
  ["Mo-Fr 09:00-17:00; Sa 10:00-14:00", "Mo-Fr 09:00-17:00; Sa 10:00-14:00"],
  ["Mo-Fr 09:00-17:00;", "Mo-Fr 09:00-17:00"],
  ["22:00-06:00", "Mo-Su 22:00-06:00"],
  ["Sa 22:00-06:00", "Sa 22:00-06:00"],
  ["Mo-Fr 17:00-24:00", "Mo-Fr 17:00-24:00"],
  ["Mo-Fr 17:00-00:00", "Mo-Fr 17:00-24:00"],
  ["Sa-Su 00:00-24:00", "Sa,Su 00:00-24:00"],
  ["Sa,Su", "Sa,Su 00:00-24:00"],
  ["weekend", "Sa,Su 00:00-24:00"],
  ["24/7", "Mo-Su 00:00-24:00"],
  // Ambiguous hours. An answer would be a guess.
  ["Mo-Fr 9-5pm", null],
  ["Mo-Fr 09:00", null],
  ["Mo-Fr 09:00-", null],
  ["Mo-Fr 09:00-09:00", null],
  ["Mo-Fr 00:00-00:00", null],
  ["Mo-Fr 24:00-06:00", null],
  ["Mo-Fr 09:00-24:30", null],
  ["Mo-Fr 09:00-25:00", null],
  ["Mo-Fr 09:60-17:00", null],
  ["Mo-Fr 13pm-5pm", null],
  ["Mo-Fr 0am-5pm", null],
  ["Mo-Fr 09:00:00-17:00:00", null],
  ["Mo-Fr-Su 09:00-17:00", null],
  ["Mo-Fr 09:00-17:00 NZST", null],
  ["Mo-Fr 09:00-17:00, Sa 10:00-14:00", null],
  ["1-5 09:00-17:00", null],
  ["Di-Do 09:00-17:00", null],
  ["lundi 09:00-17:00", null],
  ["M-F 09:00-17:00", null],
  ["T 09:00-17:00", null],
  ["PH off", null],
  ["* 9-17 * * 1-5", null],
  ["09:00:00;17:59:59", null],
  ["Mo-Fr 09:00-17:00;; Sa", null],
  ["", null],
  [" ", null],
  [";", null],
  ["x".repeat(201), null],
  ["Mo;".repeat(21), null],
];

describe("hours of a week", () => {
  it.each(HOURS)("%j are %s", (written, kept) => {
    const read = readWeekHours(written);
    expect(read && writeWeekHours(read)).toBe(kept);
    if (kept !== null) expect(readWeekHours(kept)).toEqual(read);
  });
});

/** Returns whether hours are open at an instant by a zone's clock. */
const isOpen = (written: string, zone: string, at: string) =>
  isWithinHours(readWeekHours(written) ?? [], zoneClock(zone)(new Date(at)));

describe("hours by a zone's clock", () => {
  const NZ = "Pacific/Auckland";
  it.each([
    ["Mo-Fr 09:00-17:00", NZ, "2026-11-22T19:59:59Z", false],
    ["Mo-Fr 09:00-17:00", NZ, "2026-11-22T20:00:00Z", true],
    ["Mo-Fr 09:00-17:00", NZ, "2026-11-23T03:59:59Z", true],
    ["Mo-Fr 09:00-17:00", NZ, "2026-11-23T04:00:00Z", false],
    ["Mo-Fr 09:00-17:00", "UTC", "2026-11-23T10:00:00Z", true],
    ["Mo-Fr 09:00-17:00", "America/New_York", "2026-11-23T10:00:00Z", false],
    ["Mo-Fr 09:00-17:00", "Asia/Kathmandu", "2026-11-23T03:15:00Z", true],
    ["Sa 00:00-24:00", "UTC", "2026-11-21T23:59:59Z", true],
    ["Sa 00:00-24:00", "UTC", "2026-11-22T00:00:00Z", false],
    // Hours past midnight belong to the day on which they begin.
    ["Su 22:00-06:00", "UTC", "2026-11-22T22:00:00Z", true],
    ["Su 22:00-06:00", "UTC", "2026-11-23T05:59:00Z", true],
    ["Su 22:00-06:00", "UTC", "2026-11-23T06:00:00Z", false],
    ["Su 22:00-06:00", "UTC", "2026-11-22T05:00:00Z", false],
    // New Zealand's clock goes from 02:00 to 03:00 on 27 September: the hour between does not occur.
    ["02:00-03:00", NZ, "2026-09-26T13:59:00Z", false],
    ["02:00-03:00", NZ, "2026-09-26T14:00:00Z", false],
    ["01:00-02:30", NZ, "2026-09-26T13:59:00Z", true],
    ["01:00-02:30", NZ, "2026-09-26T14:00:00Z", false],
    ["02:30-04:00", NZ, "2026-09-26T14:00:00Z", true],
    ["Sa 22:00-06:00", NZ, "2026-09-26T16:59:00Z", true],
    ["Sa 22:00-06:00", NZ, "2026-09-26T17:00:00Z", false],
    // The clock goes from 03:00 back to 02:00 on 5 April: the hour between occurs twice.
    ["02:00-03:00", NZ, "2026-04-04T13:00:00Z", true],
    ["02:00-03:00", NZ, "2026-04-04T14:59:00Z", true],
    ["02:00-03:00", NZ, "2026-04-04T15:00:00Z", false],
    ["Sa 22:00-06:00", NZ, "2026-04-04T17:59:00Z", true],
    ["Sa 22:00-06:00", NZ, "2026-04-04T18:00:00Z", false],
    // A zone whose summer time is half an hour, and one in the other hemisphere.
    ["01:30-02:00", "Australia/Lord_Howe", "2026-04-04T15:15:00Z", true],
    ["02:00-03:00", "Europe/Berlin", "2026-10-25T00:30:00Z", true],
    ["02:00-03:00", "Europe/Berlin", "2026-10-25T01:30:00Z", true],
  ])("%s in %s at %s: %s", (written, zone, at, open) => {
    expect(isOpen(written, zone, at)).toBe(open);
  });

  it.each([
    ["Pacific/Auckland", "Pacific/Auckland"],
    ["pacific/auckland", "Pacific/Auckland"],
    ["UTC", "UTC"],
    ["America/Argentina/Buenos_Aires", expect.stringContaining("Buenos_Aires")],
    ["Pacific/Aukland", null],
    ["NZST", null],
    ["+12:00", null],
    ["GMT+12:00", null],
    ["Auckland", null],
    ["", null],
    ["../etc", null],
    ["a".repeat(500), null],
  ])("the zone %j is %s", (name, zone) => {
    expect(zoneNamed(name)).toEqual(zone);
  });
});
