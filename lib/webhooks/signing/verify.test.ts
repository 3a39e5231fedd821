import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/webhooks/signing/sign";
import { verifyWebhook } from "@/lib/webhooks/signing/verify";

const SECRET = "whsec_of_the_receiver";
const BODY = '{"type":"dlr","details":{"smsc":"Ōtautahi"}}';
const NOW_MS = 1_790_000_000_000;
const FIVE_MINUTES_MS = 5 * 60_000;

function signed(body = BODY, secrets = [SECRET], atMs = NOW_MS) {
  const headers = signatureHeaders(body, secrets, atMs);
  return {
    timestamp: headers["X-Service-Timestamp"] ?? null,
    signature: headers["X-Service-Signature"] ?? null,
  };
}

describe("verifyWebhook takes", () => {
  it("what was signed just now, as text or as bytes", () => {
    expect(verifyWebhook(BODY, signed(), SECRET, NOW_MS)).toBe(true);
    expect(verifyWebhook(Buffer.from(BODY), signed(), SECRET, NOW_MS)).toBe(true);
  });

  it("each secret after rolls", () => {
    const headers = signed(BODY, ["whsec_new", "whsec_between", SECRET]);
    expect(verifyWebhook(BODY, headers, SECRET, NOW_MS)).toBe(true);
    expect(verifyWebhook(BODY, headers, "whsec_new", NOW_MS)).toBe(true);
    expect(verifyWebhook(BODY, headers, "whsec_other", NOW_MS)).toBe(false);
  });

  it("spaces after commas, and signatures of a kind that it does not know", () => {
    const { timestamp, signature } = signed();
    expect(verifyWebhook(BODY, { timestamp, signature: `v2=abc, ${signature}` }, SECRET, NOW_MS)).toBe(true);
  });

  it("clocks up to five minutes apart, either way", () => {
    expect(verifyWebhook(BODY, signed(), SECRET, NOW_MS + FIVE_MINUTES_MS)).toBe(true);
    expect(verifyWebhook(BODY, signed(), SECRET, NOW_MS - FIVE_MINUTES_MS)).toBe(true);
    expect(verifyWebhook(BODY, signed(), SECRET, NOW_MS + FIVE_MINUTES_MS + 1)).toBe(false);
    expect(verifyWebhook(BODY, signed(), SECRET, NOW_MS - FIVE_MINUTES_MS - 1)).toBe(false);
  });

  it("whatever is signed, and nothing else", () => {
    const texts = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(texts, texts, fc.string({ minLength: 1 }), (body, other, secret) => {
        const headers = signed(body, [secret]);
        expect(verifyWebhook(Buffer.from(body), headers, secret, NOW_MS)).toBe(true);
        const same = Buffer.from(other).equals(Buffer.from(body));
        expect(verifyWebhook(Buffer.from(other), headers, secret, NOW_MS)).toBe(same);
      }),
    );
  });
});

describe("verifyWebhook refuses", () => {
  const { timestamp, signature } = signed();
  const hex = signature?.slice(3) ?? "";

  it.each<[string, string | null, string | null]>([
    ["no timestamp", null, signature],
    ["an empty timestamp", "", signature],
    ["a timestamp that is no number", "soon", signature],
    ["a timestamp in another notation", "1.79e9", signature],
    ["a negative timestamp", "-1790000000", signature],
    ["a timestamp with a space", ` ${timestamp}`, signature],
    ["another timestamp", String(Number(timestamp) + 1), signature],
    ["no signature", timestamp, null],
    ["an empty signature", timestamp, ""],
    ["a bare signature", timestamp, hex],
    ["an unknown version", timestamp, `v0=${hex}`],
    ["upper case", timestamp, `v1=${hex.toUpperCase()}`],
    ["a shortened signature", timestamp, `v1=${hex.slice(0, 62)}`],
    ["a lengthened signature", timestamp, `v1=${hex}00`],
    ["nothing but commas", timestamp, ",,,"],
    ["what is not hexadecimal", timestamp, `v1=${"z".repeat(64)}`],
    ["another signature", timestamp, `v1=${"0".repeat(64)}`],
  ])("%s", (_, at, given) => {
    expect(verifyWebhook(BODY, { timestamp: at, signature: given }, SECRET, NOW_MS)).toBe(false);
  });

  it("an empty secret, which anybody could have signed with", () => {
    expect(verifyWebhook(BODY, signed(BODY, [""]), "", NOW_MS)).toBe(false);
  });

  it("a clock that says nothing", () => {
    expect(verifyWebhook(BODY, signed(), SECRET, Number.NaN)).toBe(false);
  });
});
