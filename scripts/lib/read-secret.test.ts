import { PassThrough, Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readSecret, type SecretSource } from "@/scripts/lib/read-secret";

const SECRET = "correct horse battery staple";

afterEach(() => vi.restoreAllMocks());

/** Returns a terminal at which a person types these lines, each after a question is written. */
function terminal(...lines: string[]): { input: SecretSource; shown: string[] } {
  const input: SecretSource & PassThrough = new PassThrough();
  input.isTTY = true;
  const shown: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    shown.push(String(text));
    if (String(text).endsWith(": ")) void nextTurn().then(() => input.write(lines.shift() ?? "\u0003"));
    return true;
  });
  return { input, shown };
}

describe("a secret from standard input", () => {
  it.each([
    ["a line", `${SECRET}\n`],
    ["a line of Windows", `${SECRET}\r\n`],
    ["a file without a line's end", SECRET],
    ["the first of several lines", `${SECRET}\nanother\n`],
  ])("is %s", async (_, text) => {
    expect(await readSecret("Password", Readable.from([text.slice(0, 3), text.slice(3)]))).toBe(SECRET);
  });

  it.each([
    ["nothing", []],
    ["an empty line", ["\n", SECRET]],
  ])("must not be %s", async (_, chunks) => {
    await expect(readSecret("Password", Readable.from(chunks))).rejects.toThrow(
      "Password is missing: standard input is empty.",
    );
  });

  it("is not read without an end", async () => {
    async function* endless() {
      for (;;) yield "x".repeat(1_000);
    }
    expect((await readSecret("Password", Readable.from(endless()))).length).toBeLessThan(10_000);
  });
});

describe("a secret from a terminal", () => {
  it("is asked for twice and never shown", async () => {
    const { input, shown } = terminal(`${SECRET}\n`, `${SECRET}\n`);
    expect(await readSecret("Password", input)).toBe(SECRET);
    expect(shown).toEqual(["Password: ", "\n", "Password again: ", "\n"]);
  });

  it("must be the same twice", async () => {
    const { input } = terminal(`${SECRET}\n`, "another\n");
    await expect(readSecret("Password", input)).rejects.toThrow("The two answers differ.");
  });

  it("is given up by Ctrl-C", async () => {
    const { input } = terminal();
    await expect(readSecret("Password", input)).rejects.toThrow("Nothing was changed.");
  });
});
