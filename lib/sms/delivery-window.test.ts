import { describe, expect, it } from "vitest";
import { type DeliveryWindow, nextOpening, readWindow, writeWindow } from "@/lib/sms/delivery-window";
import { NZ_ZONE } from "@/lib/sms/nz-time";
import { releaseTime } from "@/lib/sms/quiet-hours";

const WEEKDAYS: DeliveryWindow = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00", localTime: false };
const never: (at: Date) => Date | null = () => null;
const night = (at: Date) => releaseTime(at, { start: "21:00", end: "07:00" });

function opens(at: string, changes: Partial<DeliveryWindow> = {}, zone = NZ_ZONE, heldUntil = never) {
  return nextOpening({ ...WEEKDAYS, ...changes }, zone, new Date(at), heldUntil)?.toISOString() ?? null;
}

describe("a delivery window", () => {
  it.each([
    ["is open from its start on", "2026-11-22T20:00:00Z", "2026-11-22T20:00:00.000Z"],
    ["and in between", "2026-11-23T03:59:59.999Z", "2026-11-23T03:59:59.999Z"],
    ["opens later on the same day", "2026-11-22T19:59:59Z", "2026-11-22T20:00:00.000Z"],
    ["is closed at its end, until the next day", "2026-11-23T04:00:00Z", "2026-11-23T20:00:00.000Z"],
    ["is closed at the weekend", "2026-11-27T04:00:00Z", "2026-11-29T20:00:00.000Z"],
  ])("%s", (_, at, expected) => expect(opens(at)).toBe(expected));

  it("goes by the clock of a zone", () => {
    expect(opens("2026-11-23T00:00:00Z", {}, "Australia/Sydney")).toBe("2026-11-23T00:00:00.000Z");
    expect(opens("2026-11-23T00:00:00Z", {}, "Europe/London")).toBe("2026-11-23T09:00:00.000Z");
  });

  it("opens on one day of the week alone, and a week later where that is over", () => {
    const monday = { days: [1] };
    expect(opens("2026-11-23T04:00:00Z", monday)).toBe("2026-11-29T20:00:00.000Z");
  });

  it.each([
    ["the night that skips an hour", "2026-09-25T21:30:00Z", "2026-09-26T20:00:00.000Z"],
    ["the night that has an hour twice", "2026-04-04T05:00:00Z", "2026-04-04T21:00:00.000Z"],
  ])("opens at nine by the clock after %s", (_, at, expected) =>
    expect(opens(at, { days: [7] })).toBe(expected),
  );

  it("opens at a time that a clock skips as much later, and at one that it shows twice the first time", () => {
    const early = { days: [7], from: "02:30", to: "05:00" };
    expect(opens("2026-09-26T00:00:00Z", early)).toBe("2026-09-26T14:30:00.000Z");
    expect(opens("2026-04-04T00:00:00Z", early)).toBe("2026-04-04T13:30:00.000Z");
  });

  it("opens when the night ends within it, and never where it is all night", () => {
    const [early, late] = [
      { from: "06:00", to: "08:00" },
      { from: "21:00", to: "23:00" },
    ];
    expect(opens("2026-11-22T12:00:00Z", early, NZ_ZONE, night)).toBe("2026-11-22T18:00:00.000Z");
    expect(opens("2026-11-22T12:00:00Z", late, NZ_ZONE, night)).toBeNull();
    expect(opens("2026-11-22T12:00:00Z", late)).toBe("2026-11-23T08:00:00.000Z");
  });

  it("is written as a short text, and read back", () => {
    const window = { ...WEEKDAYS, localTime: true };
    expect(writeWindow(window)).toBe("12345 09:00-17:00 local");
    expect(readWindow(writeWindow(window))).toEqual(window);
    expect(readWindow(writeWindow({ ...WEEKDAYS, days: [7, 1, 7] }))).toMatchObject({ days: [1, 7] });
    expect(() => readWindow("always")).toThrow(RangeError);
  });
});
