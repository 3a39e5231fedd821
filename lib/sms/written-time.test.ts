import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { NZ_ZONE } from "@/lib/sms/nz-time";
import { type ClockZone, readWrittenTime } from "@/lib/sms/written-time";
import { rowsOf } from "@/tests/support/receipts/delivery";

const ARRIVAL = new Date("2026-11-22T17:10:00.000Z");

/** Times that arrive at 17:10 UTC on 22 November 2026, each with its instant, or none for an implausible time. */
const TIMES = `
  # digits: SMPP 3.4, appendix B, with seconds, with the century
  2611221703 => 2026-11-22T17:03:00.000Z
  261122170341 => 2026-11-22T17:03:41.000Z
  20261122170341 => 2026-11-22T17:03:41.000Z
  202611221703 => 2026-11-22T17:03:00.000Z
  20261122170341250 => 2026-11-22T17:03:41.250Z
  2611221703Z => 2026-11-22T17:03:00.000Z
  2611221203-0500 => 2026-11-22T17:03:00.000Z
  261123060341+13 => 2026-11-22T17:03:41.000Z
  261123060341+13:00 => 2026-11-22T17:03:41.000Z
  2611221710 => 2026-11-22T17:10:00.000Z
  # SMPP absolute: tenths, quarters of an hour, ahead or behind
  261122170341000+ => 2026-11-22T17:03:41.000Z
  261122170341000- => 2026-11-22T17:03:41.000Z
  261122170341500+ => 2026-11-22T17:03:41.500Z
  261123060341052+ => 2026-11-22T17:03:41.000Z
  261122120341020- => 2026-11-22T17:03:41.000Z
  261122223341022+ => 2026-11-22T17:03:41.000Z
  261122224841023+ => 2026-11-22T17:03:41.000Z
  261123054841051+ => 2026-11-22T17:03:41.000Z
  261122073341038- => 2026-11-22T17:03:41.000Z
  # since 1970: Kannel and others
  1795367021 => 2026-11-22T17:03:41.000Z
  1795367021.5 => 2026-11-22T17:03:41.500Z
  1795367021250 => 2026-11-22T17:03:41.250Z
  1795367021250000 => 2026-11-22T17:03:41.250Z
  # ISO 8601: Vonage, Telnyx, Sinch, Infobip
  2026-11-22T17:03:41Z => 2026-11-22T17:03:41.000Z
  2026-11-22T17:03:41.250Z => 2026-11-22T17:03:41.250Z
  2026-11-22T17:03:41.250000Z => 2026-11-22T17:03:41.250Z
  2026-11-22T17:03:41.250+0000 => 2026-11-22T17:03:41.250Z
  2026-11-22T17:03:41.250+00:00 => 2026-11-22T17:03:41.250Z
  2026-11-23T06:03:41+13:00 => 2026-11-22T17:03:41.000Z
  2026-11-22T12:03-05:00 => 2026-11-22T17:03:00.000Z
  2026-11-22T17:03:41 => 2026-11-22T17:03:41.000Z
  2026-11-22 17:03:41 => 2026-11-22T17:03:41.000Z
  2026-11-22 17:03:41 UTC => 2026-11-22T17:03:41.000Z
  2026-11-22 17:03:41 +0000 => 2026-11-22T17:03:41.000Z
  2026-11-22 17:03 => 2026-11-22T17:03:00.000Z
  2026/11/22 17:03:41 => 2026-11-22T17:03:41.000Z
  2026.11.22 17:03:41 => 2026-11-22T17:03:41.000Z
  20261122T170341Z => 2026-11-22T17:03:41.000Z
  20261122T170341+0000 => 2026-11-22T17:03:41.000Z
  20261122 1703 => 2026-11-22T17:03:00.000Z
  26-11-22 17:03:41 => 2026-11-22T17:03:41.000Z
  26/11/22 17:03 => 2026-11-22T17:03:00.000Z
  # the day or the month first
  22/11/2026 17:03:41 => 2026-11-22T17:03:41.000Z
  22-11-2026 17:03 => 2026-11-22T17:03:00.000Z
  22.11.2026 17:03:41 => 2026-11-22T17:03:41.000Z
  11/22/2026 17:03:41 => 2026-11-22T17:03:41.000Z
  11/22/2026 5:03:41 PM => 2026-11-22T17:03:41.000Z
  11/22/2026 12:03 AM => 2026-11-22T00:03:00.000Z
  22/11/26 17:03 => 2026-11-22T17:03:00.000Z
  # RFC 2822, RFC 850, asctime and relatives: Twilio and others
  Sun, 22 Nov 2026 17:03:41 +0000 => 2026-11-22T17:03:41.000Z
  Sun, 22 Nov 2026 12:03:41 EST => 2026-11-22T17:03:41.000Z
  Mon, 23 Nov 2026 06:03:41 +1300 => 2026-11-22T17:03:41.000Z
  Mon, 23 Nov 2026 06:03:41 NZDT => 2026-11-22T17:03:41.000Z
  Sun, 22 Nov 2026 17:03:41 GMT => 2026-11-22T17:03:41.000Z
  22 Nov 2026 17:03:41 => 2026-11-22T17:03:41.000Z
  Sunday, 22-Nov-26 17:03:41 GMT => 2026-11-22T17:03:41.000Z
  Sun Nov 22 17:03:41 2026 => 2026-11-22T17:03:41.000Z
  Sun Nov 22 17:03:41 UTC 2026 => 2026-11-22T17:03:41.000Z
  # after the arrival: a clock that is ahead, or in a zone of its own
  2611221711 => none
  2611230603 => none
  261122171001 => none
  2026-11-22T17:10:01Z => none
  1795367999 => none
  2711221703 => none
  # long ago
  2610211703 => none
  2511221703 => none
  1695367021 => none
  1601010100 => none
  # relative, zeros, and what no calendar has
  000000000500000R => none
  0000000000 => none
  000000000000 => none
  00000000000000 => none
  0 => none
  2613221703 => none
  2602301703 => none
  2611222403 => none
  2611221760 => none
  261122170361 => none
  2026-11-31 17:03:41 => none
  26112217 => none
  26112217034 => none
  # nonsense
  nonsense => none
  a611221703 => none
  2611221703X => none
  2026-11-22 17:03:41 XYZ => none
  NULL => none
  - => none
  [unknown] => none
  99999999999999999999 => none
  -1795367021 => none
  Infinity => none
`;

const read = (text: string, zone: ClockZone, arrival = ARRIVAL) =>
  readWrittenTime(text, zone, arrival)?.toISOString() ?? "none";

describe("a time as networks write it", () => {
  test.each(rowsOf(TIMES))("%s", (text = "", at) => {
    expect(read(text, "UTC")).toBe(at);
  });

  test.each([
    ["2611230603", "2026-11-22T17:10:00Z", "2026-11-22T17:03:00.000Z"],
    ["2611221703", "2026-11-22T17:10:00Z", "2026-11-22T04:03:00.000Z"],
    ["2606221703", "2026-06-22T06:00:00Z", "2026-06-22T05:03:00.000Z"],
    ["2026-11-22T17:03:41Z", "2026-11-22T17:10:00Z", "2026-11-22T17:03:41.000Z"],
    // In the autumn night of 5 April 2026, 02:30 occurs twice.
    ["2604050230", "2026-04-04T13:31:00Z", "2026-04-04T13:30:00.000Z"],
    ["2604050230", "2026-04-04T14:31:00Z", "2026-04-04T14:30:00.000Z"],
    ["2604050130", "2026-04-04T14:31:00Z", "2026-04-04T12:30:00.000Z"],
    // In the spring night of 27 September 2026, 02:30 does not occur.
    ["2609270230", "2026-09-26T15:00:00Z", "none"],
    ["2609270159", "2026-09-26T15:00:00Z", "2026-09-26T13:59:00.000Z"],
    ["2609270301", "2026-09-26T15:00:00Z", "2026-09-26T14:01:00.000Z"],
  ])("%s by the clock of New Zealand, at %s", (text, arrival, at) => {
    expect(read(text, NZ_ZONE, new Date(arrival))).toBe(at);
  });

  it("is never after the arrival nor 31 days before it, for any text", () => {
    const piece = fc.constantFrom(
      "26",
      "11",
      "22",
      "2026",
      "17",
      "03",
      ":",
      "-",
      "/",
      " ",
      "T",
      "Z",
      "+",
      "000",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, fc.constantFrom<ClockZone>("UTC", NZ_ZONE), (written, zone) => {
        const at = readWrittenTime(written, zone, ARRIVAL);
        const age = at === null ? 0 : ARRIVAL.getTime() - at.getTime();
        expect(age >= 0 && age <= 31 * 86_400_000).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
