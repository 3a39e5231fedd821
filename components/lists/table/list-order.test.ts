import { expect, it } from "vitest";
import { directionOf, nextOrder } from "@/components/lists/table/list-order";

it("goes upwards, downwards, and back to the server's own order", () => {
  const after = (value: string) => nextOrder({ value }, "number");
  expect(["", "number", "-number", "other"].map(after)).toEqual(["number", "-number", "", "number"]);
});

it("goes back and forth where the server's own order is one of them, and does not name that", () => {
  const after = (value: string, name: string) => nextOrder({ value, usual: "-time" }, name);
  expect(["", "time", "-time"].map((value) => after(value, "time"))).toEqual(["time", "", "time"]);
  expect(["", "name", "-name"].map((value) => after(value, "name"))).toEqual(["name", "-name", ""]);
  expect(directionOf({ value: "", usual: "-time" }, "time")).toBe("desc");
  expect(directionOf({ value: "name", usual: "-time" }, "time")).toBe(false);
});

it.each([
  ["number", "asc"],
  ["-number", "desc"],
  ["", false],
  ["other", false],
])("reads the direction of %s", (value, direction) => {
  expect(directionOf({ value }, "number")).toBe(direction);
});
