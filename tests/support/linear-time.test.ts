import { describe, expect, it } from "vitest";
import { superlinear, type Work } from "@/tests/support/linear-time";

describe("superlinear", () => {
  it("finds a pattern that begins anew at each of the characters it has passed", () => {
    // The pattern runs from each white space to the end of the run, where it finds more text. Which run takes
    // long enough first depends on the machine.
    const trimmed = (text: string) => `${text.slice(0, text.length / 3)}x`.replace(/\s+$/, "");
    expect(superlinear(trimmed)).toMatch(/^"( |\\[tnr])+": \d+\.\d times the work/);
  });

  // These functions return their steps instead of making them, so a busy machine changes nothing.
  const stepsOf: Work = (run, text) => run(text) as number;
  /** Returns the steps of a loop that looks at the rest of a text at regular distances. */
  const lookingAtEach = (characters: number) => (text: string) => {
    let steps = 0;
    for (let at = 0; at < text.length; at += characters) steps += text.length - at;
    return steps;
  };

  it("finds a loop that now and then looks at all that follows, which only a long text shows", () => {
    expect(superlinear(lookingAtEach(65_536), stepsOf)).toBe(
      '"0": 15.3 times the work for 4 times 1048576 characters',
    );
  });

  it("finds a loop that looks at all that follows in a text of one kind alone", () => {
    const everywhere = lookingAtEach(16);
    const looking = (text: string) => (text.startsWith("[::1][::1]") ? everywhere(text) : text.length);
    expect(superlinear(looking, stepsOf)).toBe('"[::1]": 16.0 times the work for 4 times 16384 characters');
  });

  it("finds nothing in one that reads a text once", () => {
    expect(superlinear((text) => text.toLowerCase())).toBeNull();
  });
});
