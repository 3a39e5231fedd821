import { expect, it } from "vitest";
import { encrypt } from "@/lib/crypto/encryption";
import { MAX_OPENED, OpenedSecrets } from "@/lib/webhooks/signing/opened-secrets";

const AUTH_SECRET = "what the secrets are encrypted under";

it("opens each secret as itself, also when more were opened than are kept", () => {
  const opened = new OpenedSecrets(AUTH_SECRET);
  const first = encrypt("whsec_first", AUTH_SECRET);
  expect([opened.open(first), opened.open(first)]).toEqual(["whsec_first", "whsec_first"]);
  for (let count = 0; count <= MAX_OPENED; count++) {
    expect(opened.open(encrypt(`whsec_${count}`, AUTH_SECRET))).toBe(`whsec_${count}`);
  }
  expect(opened.open(first)).toBe("whsec_first");
});

it("opens nothing that was encrypted under another secret, however often it is asked", () => {
  const opened = new OpenedSecrets(AUTH_SECRET);
  const foreign = encrypt("whsec_foreign", "another");
  expect(() => opened.open(foreign)).toThrow();
  expect(() => opened.open(foreign)).toThrow();
});
