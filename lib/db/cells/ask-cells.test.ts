import { describe, expect, it, vi } from "vitest";
import { askCells, findInCells, inTime } from "@/lib/db/cells/ask-cells";
import type { Database } from "@/lib/db/client";

vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

const cellOf = (cell: number) => ({ cell }) as Database;
const never = () => new Promise<never>(() => {});

describe("a cell that does not answer in time", () => {
  it("delays nobody longer, and is let be for a moment by who has as little patience", async () => {
    const cell = cellOf(11);
    const asked = vi.fn(never);
    const first = inTime(cell, asked).catch(() => "away");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await first).toBe("away");
    expect(await inTime(cell, asked).catch(() => "let be")).toBe("let be");
    expect(asked).toHaveBeenCalledTimes(1);
    // A call with a longer limit asks the cell now. Every call does so after the pause.
    expect(await inTime(cell, async () => "slow", 10_000)).toBe("slow");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await inTime(cell, async () => "back")).toBe("back");
  });

  it("keeps nobody from what others know, in their order", async () => {
    const cells = [cellOf(21), cellOf(22), cellOf(23)];
    const ask = ({ cell }: Database) => (cell === 21 ? never() : Promise.resolve(cell));
    const found = findInCells(cells, ask);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await found).toBe(22);
    await expect(
      findInCells([cellOf(21), cellOf(24)], ({ cell }) => (cell === 21 ? never() : Promise.resolve(null))),
    ).rejects.toThrow("refuses statements at the moment");
    expect(await findInCells(cells.slice(1), async () => null)).toBeNull();
  });
});

it("waits for a cell alone as long as it takes", async () => {
  let answer = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const asked = askCells([cellOf(31)], () => slow);
  await vi.advanceTimersByTimeAsync(60_000);
  answer("at last");
  expect(await asked).toMatchObject([{ said: "at last" }]);
});
