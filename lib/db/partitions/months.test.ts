import { expect, it } from "vitest";
import { namedFor, recentMonths, within } from "@/lib/db/partitions/months.sql";
import { sql } from "@/lib/db/sql";
import { idTime } from "@/lib/ids";

it.each([
  ["2027-03-15T12:00:00Z", "2027-03", "2027-04"],
  ["2027-03-03T23:59:59Z", "2027-02", "2027-04"],
  ["2027-03-04T00:00:00Z", "2027-03", "2027-04"],
  ["2027-03-31T22:59:59Z", "2027-03", "2027-04"],
  ["2027-03-31T23:00:00Z", "2027-03", "2027-05"],
  ["2027-12-31T23:30:00Z", "2027-12", "2028-02"],
  ["2028-01-01T00:00:00Z", "2027-12", "2028-02"],
])("looks at %s from the beginning of %s until that of %s", (at, from, to) => {
  const months = recentMonths(new Date(at));
  expect([idTime(months.from), idTime(months.to)]).toEqual([new Date(`${from}-01Z`), new Date(`${to}-01Z`)]);
  expect(namedFor(months, "report")).toBe(`report-${from}-${to}`);
  expect(within(months, sql`m.id`)).toEqual({
    text: `and m.id >= '${months.from}'::uuid and m.id < '${months.to}'::uuid`,
    values: [],
  });
});

it("looks in every month where none is named", () => {
  expect(namedFor(null, "report")).toBe("report");
  expect(within(null, sql`m.id`).text).toBe("");
});
