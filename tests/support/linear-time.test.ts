import { describe, expect, it } from "vitest";
import { superlinear } from "@/tests/support/linear-time";

describe("superlinear", () => {
  it("finds a pattern that begins anew at each of the characters it has passed", () => {
    // From each space, tab or line break to the end of them, where it finds that the text goes on. Which of them takes long
    // enough first is the machine's.
    const trimmed = (text: string) => `${text.slice(0, text.length / 2)}x`.replace(/\s+$/, "");
    expect(superlinear(trimmed)).toMatch(/^"( |\\[tnr])+": \d{2}/);
  });

  it("finds a loop that now and then looks at all that follows, which only a long text shows", () => {
    const looking = (text: string) => {
      let sum = 0;
      for (let at = 0; at < text.length; at += 65_536)
        for (let next = at; next < text.length; next++) sum += text.charCodeAt(next);
      return sum;
    };
    expect(superlinear(looking)).toMatch(/^"[^:]+: \d\d\.\d times the work for 4 times 1048576 characters$/);
  });

  it("finds a loop that looks at all that follows in a text of one kind alone", () => {
    const looking = (text: string) => {
      if (!text.startsWith("[::1][::1]")) return text.length;
      let sum = 0;
      for (let at = 0; at < text.length; at += 16)
        for (let next = at; next < text.length; next++) sum += text.charCodeAt(next);
      return sum;
    };
    expect(superlinear(looking)).toMatch(/^"\[::1\]": \d\d\.\d times the work for 4 times 16384 characters$/);
  });

  it("finds nothing in one that reads a text once", () => {
    expect(superlinear((text) => text.toLowerCase())).toBeNull();
  });
});
