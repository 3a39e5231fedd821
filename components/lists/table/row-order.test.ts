import { expect, it } from "vitest";
import { nextRowOrder, type RowOrder, sortRows } from "@/components/lists/table/row-order";

type Row = { name: string | null; parts: number };

const ROWS: Row[] = [
  { name: null, parts: 10 },
  { name: "Hana", parts: 2 },
  { name: "Aroha", parts: 2 },
  { name: "", parts: 9 },
];

const name = { title: "Name", sort: (row: Row) => row.name };
const parts = { title: "Parts", sort: (row: Row) => row.parts };

it("goes upwards first by texts, downwards first by numbers, then back to the list's own order", () => {
  const presses = (column: typeof name | typeof parts) => {
    const first = nextRowOrder(null, ROWS, column);
    const second = nextRowOrder(first, ROWS, column);
    return [first, second]
      .map((order) => order?.direction)
      .concat(nextRowOrder(second, ROWS, column)?.direction);
  };
  expect(presses(name)).toEqual(["asc", "desc", undefined]);
  expect(presses(parts)).toEqual(["desc", "asc", undefined]);
  expect(nextRowOrder(null, [], name)).toEqual({ title: "Name", direction: "desc" });
  expect(nextRowOrder({ title: "Name", direction: "asc" }, ROWS, parts)).toEqual({
    title: "Parts",
    direction: "desc",
  });
});

it.each<[RowOrder | null, (string | number | null)[]]>([
  [null, [null, "Hana", "Aroha", ""]],
  [{ title: "Name", direction: "asc" }, ["", "Aroha", "Hana", null]],
  [{ title: "Name", direction: "desc" }, ["Hana", "Aroha", "", null]],
  [{ title: "Parts", direction: "asc" }, ["Hana", "Aroha", "", null]],
  [{ title: "Parts", direction: "desc" }, [null, "", "Hana", "Aroha"]],
  [{ title: "Gone", direction: "asc" }, [null, "Hana", "Aroha", ""]],
])("sorts by %j, with equal rows as they were and rows without a value last", (order, names) => {
  expect(sortRows(ROWS, [name, parts], order).map((row) => row.name)).toEqual(names);
});
