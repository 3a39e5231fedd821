import { expect, it } from "vitest";
import { directionOf, nextOrder } from "@/components/lists/table/list-order";

it("goes upwards, downwards, and back to the server's own order", () => {
  expect(nextOrder("", "number")).toBe("number");
  expect(nextOrder("number", "number")).toBe("-number");
  expect(nextOrder("-number", "number")).toBe("");
  expect(nextOrder("other", "number")).toBe("number");
});

it.each([
  ["number", "asc"],
  ["-number", "desc"],
  ["", false],
  ["other", false],
])("reads the direction of %s", (value, direction) => {
  expect(directionOf(value, "number")).toBe(direction);
});
