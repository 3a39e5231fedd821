import { expect, it } from "vitest";
import { cutOff } from "@/app/(members)/overview/_components/cut-off";

it.each([
  ["no day", [], undefined],
  ["one day", [0, 12_000, 0], undefined],
  ["days alike", [100, 90, 0, 110], undefined],
  ["a day five times as large", [100, 500, 90], undefined],
  ["a day that flattens the rest", [100, 90, 0, 12_000], 150],
  ["two that do", [100, 50_000, 12_000, 90], 150],
  ["an end that is not round", [124, 12_000, 90], 200],
  ["days of a single message", [1, 50, 1], 2],
  ["as many large days as small ones", [10, 10, 900, 900, 900, 900], undefined],
])("with %s", (_, values, end) => {
  expect(cutOff(values)).toBe(end);
});
