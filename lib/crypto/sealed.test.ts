import { expect, it } from "vitest";
import { seal, sealPieces, tryUnseal, unseal, unsealSlices } from "@/lib/crypto/sealed";
import { countTurns } from "@/tests/support/count-turns";

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

it("seals pieces as one text, and lets others have their turn while a long one is made", async () => {
  const pieces = ["ā", "", ..."x".repeat(100).split(""), "{}"];
  expect(unseal(await sealPieces(pieces, AUTH_SECRET), AUTH_SECRET)).toBe(pieces.join(""));
  expect(unseal(await sealPieces([], AUTH_SECRET), AUTH_SECRET)).toBe("");
  const turns = countTurns();
  await sealPieces(Array(100).fill("~".repeat(32_768)), AUTH_SECRET);
  expect(turns.end()).toBeGreaterThanOrEqual(11);
});

it("opens what comes in slices as one text, and not when one is missing", async () => {
  const text = "ā😀".repeat(100);
  const sealed = seal(text, AUTH_SECRET);
  async function* slices(left?: number) {
    for (let at = 0; at < sealed.length; at += 29) if (at !== left) yield sealed.subarray(at, at + 29);
  }
  expect(await unsealSlices(slices(), AUTH_SECRET)).toBe(text);
  await expect(unsealSlices(slices(58), AUTH_SECRET)).rejects.toThrow();
  await expect(unsealSlices(slices(), `${AUTH_SECRET}!`)).rejects.toThrow();
});
