import { getCountries } from "libphonenumber-js/max";
import { describe, expect, it, test } from "vitest";
import { localTimes, zoneOfCountry } from "@/lib/numbers/local-time";
import { parseNzDateTime } from "@/lib/sms/nz-time";

/** Returns the UTC instant at which a number's clock shows the given New Zealand time. */
function at(msisdn: string, time: string): string | undefined {
  const sendAt = parseNzDateTime(time, "start");
  return sendAt ? localTimes(sendAt)(msisdn).at.toISOString() : undefined;
}

describe("the time of a recipient's own clock", () => {
  test.each([
    ["64211234567", "2026-12-01 09:00:00", "2026-11-30T20:00:00.000Z"],
    ["61412345678", "2026-12-01 09:00:00", "2026-11-30T22:00:00.000Z"],
    ["6797012345", "2026-12-01 09:00:00", "2026-11-30T21:00:00.000Z"],
    ["447911123456", "2026-12-01 09:00:00", "2026-12-01T09:00:00.000Z"],
    ["12125550123", "2026-12-01 09:00:00", "2026-12-01T14:00:00.000Z"],
    ["16475550123", "2026-12-01 09:00:00", "2026-12-01T14:00:00.000Z"],
    ["18765550123", "2026-07-01 09:00:00", "2026-07-01T14:00:00.000Z"],
    ["919812345678", "2026-12-01 09:00:00", "2026-12-01T03:30:00.000Z"],
    // Satellite phones are of no country.
    ["870773111632", "2026-12-01 09:00:00", "2026-11-30T20:00:00.000Z"],
  ])("of %s at %s is %s", (msisdn, time, instant) => {
    expect(at(msisdn, time)).toBe(instant);
  });

  it("is as much later where the clock skips it, and the first where it shows it twice", () => {
    // Sydney's clock goes from 02:00 to 03:00 on 4 October 2026, and back from 03:00 to 02:00 on 5 April.
    expect(at("61412345678", "2026-10-04 02:30:00")).toBe("2026-10-03T16:30:00.000Z");
    expect(at("61412345678", "2026-04-05 02:30:00")).toBe("2026-04-04T15:30:00.000Z");
    // The second 02:30 of that night in New Zealand is the requested instant.
    const second = new Date("2026-04-04T14:30:00.000Z");
    expect(localTimes(second)("64211234567").at).toEqual(second);
  });

  it("is known for every country of phone numbers", () => {
    for (const country of getCountries())
      expect(() => new Intl.DateTimeFormat("en", { timeZone: zoneOfCountry(country) })).not.toThrow();
    const wide = ["AU", "US", "CA", "BR", "RU", "MX", "ID", "KZ", "CN", "CL"];
    expect(wide.map(zoneOfCountry)).toEqual([
      "Australia/Sydney",
      "America/New_York",
      "America/Toronto",
      "America/Sao_Paulo",
      "Europe/Moscow",
      "America/Mexico_City",
      "Asia/Jakarta",
      "Asia/Almaty",
      "Asia/Shanghai",
      "America/Santiago",
    ]);
  });
});
