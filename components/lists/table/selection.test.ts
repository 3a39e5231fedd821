import { expect, it } from "vitest";
import { toggled, toggledAll } from "@/components/lists/table/selection";

it("adds a row and takes it away again", () => {
  const one = toggled(new Set(["a"]), "b");
  expect([...one]).toEqual(["a", "b"]);
  expect([...toggled(one, "a")]).toEqual(["b"]);
});

it("chooses all rows of the page, and none once all are chosen", () => {
  expect([...toggledAll(new Set(["gone", "a"]), ["a", "b"])]).toEqual(["a", "b"]);
  expect(toggledAll(new Set(["a", "b"]), ["a", "b"]).size).toBe(0);
});
