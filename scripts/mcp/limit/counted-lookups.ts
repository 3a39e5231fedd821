import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";

/**
 * The amounts of an API key's lookups of a day, in a file that all processes of this machine append to: the gateway
 * reports no lookups by rate code. A line is an amount of micro-dollars, negative for a lookup that was free.
 */
export class CountedLookups {
  readonly #folder: string;
  readonly #name: string;

  /** @param name of the API key, which no other key has. */
  constructor(dataDir: string, name: string) {
    this.#folder = path.join(dataDir, "mcp");
    this.#name = `lookups-${name}-`;
  }

  /**
   * Returns the amount that was counted on a day, in micro-dollars.
   * @throws ToolRefusal if the file can't be read.
   */
  read(day: string): bigint {
    try {
      const lines = readFileSync(this.#file(day), "utf8").split("\n");
      return lines.filter((line) => /^-?\d+$/.test(line)).reduce((sum, line) => sum + BigInt(line), 0n);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0n;
      throw this.#refusal(error);
    }
  }

  /**
   * Counts an amount, before it is spent.
   * @throws ToolRefusal if the file can't be written: an amount that can't be counted must not be spent.
   */
  add(day: string, micros: bigint): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      appendFileSync(this.#file(day), `${micros}\n`, { mode: 0o600 });
      for (const file of readdirSync(this.#folder))
        if (file.startsWith(this.#name) && file < path.basename(this.#file(day)))
          rmSync(path.join(this.#folder, file), { force: true });
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  #refusal(error: unknown): ToolRefusal {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return new ToolRefusal(
      "not_counted",
      `The lookup can't be counted against the daily limit: ${this.#folder} can't be used (${code}). Set DATA_DIR to a folder that can.`,
    );
  }

  #file(day: string): string {
    return path.join(this.#folder, `${this.#name}${day}`);
  }
}
