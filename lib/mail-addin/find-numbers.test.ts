import { describe, expect, it } from "vitest";
import { findNumbers, showNumber } from "@/lib/mail-addin/find-numbers";

const find = (text: string) => findNumbers([{ where: "the email", text }], 20).map(({ msisdn }) => msisdn);

describe("numbers in a text", () => {
  it.each([
    ["M: 021 123 4567", ["64211234567"]],
    ["M: \u202a+64\u2060 21 123\u200e 4567\u202c", ["64211234567"]],
    ["mob 027-555-1234, DDI 09 300 1234", ["64275551234"]],
    ["(021) 123 4567", ["64211234567"]],
    ["021.123.4567", ["64211234567"]],
    ["021/123/4567", ["64211234567"]],
    ["021−123−4567", ["64211234567"]],
    ["M：０２１ー１２３ー４５６７", ["64211234567"]],
    ["on 02/11/2026 021 123 4567", ["64211234567"]],
    ["+64 21 123 4567", ["64211234567"]],
    ["+64 (0)21 123 4567", ["64211234567"]],
    ["64211234567", ["64211234567"]],
    ["tel:+64211234567; ph 021\u00a0123\u00a04568", ["64211234567", "64211234568"]],
    ["021 123 4567 / 022 765 4321", ["64211234567", "64227654321"]],
    ["021 123 4567 022 765 4321", ["64211234567", "64227654321"]],
    ["Call 021 123 4567 8 Queen Street", ["64211234567"]],
    ["+61 412 345 678 or 0061 412 345 679", ["61412345678", "61412345679"]],
    ["021 123 4567, 0211234567 and +64211234567", ["64211234567"]],
  ])("%s", (text, msisdns) => {
    expect(find(text)).toEqual(msisdns);
  });

  it.each([
    "2026-11-21 10:30",
    "02-11-2026 10:30",
    "Order 1234567890",
    "Account 12-3456-0123456-00",
    "GST 123-456-789",
    "0800 123 456",
    "09 300 1234",
    "02112345678901234567890",
    "0211234567abc",
    "x0211234567",
    "",
  ])("are not in %j", (text) => {
    expect(find(text)).toEqual([]);
  });

  it("are told with where they stood first, and no more than are wanted", () => {
    const sources = [
      { where: "Aroha", text: "Aroha (021 123 4567)" },
      { where: "the email", text: "021 123 4567\n022 765 4321\n027 555 1234" },
    ];
    expect(findNumbers(sources, 2)).toEqual([
      { msisdn: "64211234567", shown: "+64 21 123 4567", where: "Aroha" },
      { msisdn: "64227654321", shown: "+64 22 765 4321", where: "the email" },
    ]);
  });
});

it("shows a number as people read it, and what is none as it is", () => {
  expect(showNumber("64211234567")).toBe("+64 21 123 4567");
  expect(showNumber("call me")).toBe("call me");
});
