import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { NETWORK_FAILING, submissionCause, VALIDITY_OVER } from "@/lib/carriers/causes/submission-cause";
import { NETWORK_ERRORS, networkErrorCause } from "@/lib/carriers/network-errors";
import { ROOT } from "@/server/base/root";

const UNREACHABLE = "The phone is off or out of reach.";

describe("the cause of a failed delivery", () => {
  test.each([
    ["27", UNREACHABLE],
    ["027", UNREACHABLE],
    ["0000027", UNREACHABLE],
    ["000", null],
    ["9999", null],
    ["EC27", null],
    ["", null],
    [null, null],
  ])("of the network's error %s is %s", (code, cause) => {
    expect(networkErrorCause(code)).toBe(cause);
  });

  it("is explained in the documents as on a message's page", () => {
    const page = readFileSync(path.join(ROOT, "docs/networks.md"), "utf8");
    const rows = [...NETWORK_ERRORS].map(([number, cause]) => `| ${number} | ${cause} |`);
    expect(page.split("\n").filter((line) => /^\| \d+ \|/.test(line))).toEqual(rows);
  });

  it("is a sentence or nothing, whatever a network writes", () => {
    const code = fc.oneof(fc.string(), fc.stringMatching(/^0?x?[0-9A-F]{0,10}$/));
    fc.assert(
      fc.property(code, (text) => {
        for (const cause of [networkErrorCause(text), submissionCause(text)])
          expect(cause ?? "Nothing.").toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});

describe("the cause of a message that was not taken", () => {
  test.each([
    ["0x0000000B", "The network says that there is no such number."],
    ["0x00000412", "The network refused it with a code of its own."],
    [NETWORK_FAILING, "The only network for it accepted no messages."],
    [VALIDITY_OVER, "Its validity ended before a network accepted it."],
    ["21211", "Twilio says that there is no such number."],
    ["HTTP 404", "The provider does not know this address: check the url."],
    ["0x0b", null],
    [null, null],
  ])("of the code %s is %s", (code, cause) => {
    expect(submissionCause(code)).toBe(cause);
  });
});
