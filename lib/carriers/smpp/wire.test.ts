import { describe, expect, it, test } from "vitest";
import { wirePartsOf } from "@/lib/carriers/smpp/wire";
import { outgoing } from "@/tests/support/carrier";
import { settingsFor } from "@/tests/support/smsc/smpp-carrier";

const LONG = ["a".repeat(153), "b".repeat(153), "c".repeat(10)];
const message = outgoing({ id: "01a1fc1e-7827-71fa-b114-9c303160f115", body: LONG.join(""), parts: LONG });
const optionalParameters = { "0x1400": { text: "T01" }, "0x2150": { hex: "00fF" } };
const OWN = [
  { tag: 0x1400, value: Buffer.from("T01") },
  { tag: 0x2150, value: Buffer.of(0, 255) },
];

describe("the parts of a message", () => {
  test.each([
    ["udh8", 3],
    ["udh16", 3],
    ["sar", 3],
    ["payload", 1],
  ] as const)("as %s each have the parameters of the network's settings", (longMessages, count) => {
    const settings = settingsFor({ port: 1 }, { optionalParameters, longMessages });
    const parts = wirePartsOf(message, settings, true);
    expect(parts.map(({ tlvs }) => tlvs.slice(-2))).toEqual(Array(count).fill(OWN));
  });

  it.each(["udh8", "udh16", "sar", "payload"] as const)(
    "as %s are written in the data coding that the network wants, Unicode in its own",
    (longMessages) => {
      const given = { longMessages, textCoding: "0x03", unicodeCoding: "0x18" } as const;
      const settings = settingsFor({ port: 1 }, given);
      const codings = (encoding: "GSM-7" | "UCS-2") =>
        new Set(wirePartsOf({ ...message, encoding }, settings, true).map(({ dataCoding }) => dataCoding));
      expect([codings("GSM-7"), codings("UCS-2")]).toEqual([new Set([0x03]), new Set([0x18])]);
      const body = "[a@b]";
      const [part] = wirePartsOf({ ...message, body, parts: [body] }, settings, true);
      expect(part?.shortMessage.toString("latin1")).toBe(body);
    },
  );

  it("are in data coding 0 and 8 unless the settings say otherwise, and in none that no text has", () => {
    expect(settingsFor({ port: 1 })).toMatchObject({ textCoding: 0x00, unicodeCoding: 0x08 });
    for (const wrong of [{ textCoding: "0x04" }, { textCoding: 3 }, { unicodeCoding: "0x00" }] as object[])
      expect(() => settingsFor({ port: 1 }, wrong)).toThrow(Object.keys(wrong)[0]);
  });

  it("have none where the link allows none", () => {
    const settings = settingsFor({ port: 1 }, { optionalParameters, longMessages: "sar" });
    expect(wirePartsOf(message, settings, false).map(({ tlvs }) => tlvs)).toEqual([[], [], []]);
  });
});
