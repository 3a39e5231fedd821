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

  it("have none where the link allows none", () => {
    const settings = settingsFor({ port: 1 }, { optionalParameters, longMessages: "sar" });
    expect(wirePartsOf(message, settings, false).map(({ tlvs }) => tlvs)).toEqual([[], [], []]);
  });
});
