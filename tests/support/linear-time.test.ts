import { describe, expect, it } from "vitest";
import { superlinear } from "@/tests/support/linear-time";

describe("superlinear", () => {
  it("finds a pattern that begins anew at each of the characters it has passed", () => {
    // From each space to the end of the spaces, where it finds that the text goes on.
    const trimmed = (text: string) => `${text.slice(0, text.length / 3)}x`.replace(/\s+$/, "");
    expect(superlinear(trimmed)).toMatch(/^" ": \d{2}/);
  });

  it("finds nothing in one that reads a text once", () => {
    expect(superlinear((text) => text.toLowerCase())).toBeNull();
  });
});
