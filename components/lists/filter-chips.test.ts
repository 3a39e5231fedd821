import { expect, it, vi } from "vitest";
import { chosenAs, dateChip, filterChips } from "@/components/lists/filter-chips";

const OPTIONS = [
  { value: "", title: "Any" },
  { value: "HELD", title: "Held" },
];

it("says each filter that is on, in the order of the titles, and takes one away", () => {
  const set = vi.fn();
  const values = { status: "HELD", search: "021", send: "" };
  const titles = { send: () => "One send", search: chosenAs("Search"), status: chosenAs("Status", OPTIONS) };
  const chips = filterChips(values, titles, set);
  expect(chips.map(({ title }) => title)).toEqual(["Search: 021", "Status: Held"]);
  chips[1]?.onRemove();
  expect(set).toHaveBeenCalledExactlyOnceWith({ status: "" });
});

it("says a value that no choice has as it is", () => {
  expect(chosenAs("Status", OPTIONS)("NONE")).toBe("Status: NONE");
});

it("says a range of dates, and no chip for none", () => {
  const remove = vi.fn();
  expect(dateChip({ start: "", end: "" }, "2026-03-05", remove)).toEqual([]);
  const [chip] = dateChip({ start: "2026-03-05", end: "" }, "2026-03-05", remove);
  expect(chip?.title).toBe("Dates: Today");
  chip?.onRemove();
  expect(remove).toHaveBeenCalledOnce();
});
