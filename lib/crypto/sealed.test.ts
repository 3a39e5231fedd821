import { expect, it } from "vitest";
import { seal, tryUnseal, unseal } from "@/lib/crypto/sealed";

const AUTH_SECRET = "a secret of thirty-two characters";

it("gives a secret back under the same AUTH_SECRET only, and not when it was changed", () => {
  const sealed = seal("whsec_hush", AUTH_SECRET);
  expect(unseal(sealed, AUTH_SECRET)).toBe("whsec_hush");
  expect(sealed.toString("latin1")).not.toContain("hush");
  expect(seal("whsec_hush", AUTH_SECRET).equals(sealed)).toBe(false);
  expect(() => unseal(sealed, `${AUTH_SECRET}!`)).toThrow();
  expect(tryUnseal(sealed, AUTH_SECRET)).toBe("whsec_hush");
  expect(tryUnseal(sealed, `${AUTH_SECRET}!`)).toBeNull();
  expect(tryUnseal(null, AUTH_SECRET)).toBeNull();
  sealed[sealed.length - 1] = (sealed.at(-1) as number) ^ 1;
  expect(() => unseal(sealed, AUTH_SECRET)).toThrow();
});
