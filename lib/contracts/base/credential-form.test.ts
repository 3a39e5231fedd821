import { describe, expect, it } from "vitest";
import { MAX_CELL } from "@/lib/cell-numbers";
import { credentialForm } from "@/lib/contracts/base/credential-form";
import { newCredential } from "@/lib/ids";

describe.each(["cid", "csk", "isk"] as const)("the form of %s", (kind) => {
  it.each([1, 2, MAX_CELL])("is that of those which cell %i makes", (cell) => {
    for (let count = 0; count < 20; count++)
      expect(newCredential(kind, 32, cell)).toMatch(credentialForm(kind));
  });

  it.each(["", "_", "_0.abc", "_2.", "_2.a.b", "_a b", "_“abc”", "_abc\n"])("is not %j", (rest) => {
    expect(`${kind}${rest}`).not.toMatch(credentialForm(kind));
  });
});
