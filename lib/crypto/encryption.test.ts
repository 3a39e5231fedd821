import { expect, it } from "vitest";
import { decrypt, decryptSlices, encrypt, encryptPieces, tryDecrypt } from "@/lib/crypto/encryption";
import { countTurns } from "@/tests/support/count-turns";

const AUTH_SECRET = "a secret of thirty-two characters";

it("gives a secret back under the same AUTH_SECRET only, and not when it was changed", () => {
  const encrypted = encrypt("whsec_hush", AUTH_SECRET);
  expect(decrypt(encrypted, AUTH_SECRET)).toBe("whsec_hush");
  expect(encrypted.toString("latin1")).not.toContain("hush");
  expect(encrypt("whsec_hush", AUTH_SECRET).equals(encrypted)).toBe(false);
  expect(() => decrypt(encrypted, `${AUTH_SECRET}!`)).toThrow();
  expect(tryDecrypt(encrypted, AUTH_SECRET)).toBe("whsec_hush");
  expect(tryDecrypt(encrypted, `${AUTH_SECRET}!`)).toBeNull();
  expect(tryDecrypt(null, AUTH_SECRET)).toBeNull();
  encrypted[encrypted.length - 1] = (encrypted.at(-1) as number) ^ 1;
  expect(() => decrypt(encrypted, AUTH_SECRET)).toThrow();
});

it("encrypts pieces as one text, and lets others have their turn while a long one is made", async () => {
  const pieces = ["ā", "", ..."x".repeat(100).split(""), "{}"];
  expect(decrypt(await encryptPieces(pieces, AUTH_SECRET), AUTH_SECRET)).toBe(pieces.join(""));
  expect(decrypt(await encryptPieces([], AUTH_SECRET), AUTH_SECRET)).toBe("");
  const turns = countTurns();
  await encryptPieces(Array(100).fill("~".repeat(32_768)), AUTH_SECRET);
  expect(turns.end()).toBeGreaterThanOrEqual(11);
});

it("opens what comes in slices as one text, and not when one is missing", async () => {
  const text = "ā😀".repeat(100);
  const encrypted = encrypt(text, AUTH_SECRET);
  async function* slices(left?: number) {
    for (let at = 0; at < encrypted.length; at += 29) if (at !== left) yield encrypted.subarray(at, at + 29);
  }
  expect(await decryptSlices(slices(), AUTH_SECRET)).toBe(text);
  await expect(decryptSlices(slices(58), AUTH_SECRET)).rejects.toThrow();
  await expect(decryptSlices(slices(), `${AUTH_SECRET}!`)).rejects.toThrow();
});
