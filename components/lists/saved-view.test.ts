import { expect, it } from "vitest";
import { keptQuery, MAX_VIEWS, openedQuery, readViews, withView } from "@/components/lists/saved-view";

const NAMES = ["status", "start", "end", "from", "to"];
const TODAY = "2026-03-05";

it("keeps the filters of its list, and not the page or the filters of another", () => {
  expect(keptQuery("status=HELD&before=1.a&page=3&codesOf=2026-02", NAMES, TODAY)).toBe("status=HELD");
  expect(keptQuery("page=2&status=", NAMES, TODAY)).toBe("");
});

it.each([
  ["start=2026-03-05", "start=today", "start=2026-06-30"],
  ["start=2026-02-27", "start=7-days", "start=2026-06-24"],
  ["from=2026-03-04&to=2026-03-04", "from=yesterday", "from=2026-06-29&to=2026-06-29"],
  ["status=HELD&start=2026-03-01", "status=HELD&start=month", "status=HELD&start=2026-06-01"],
])("keeps %s as %s, and opens it on another day as %s", (query, kept, opened) => {
  expect(keptQuery(query, NAMES, TODAY)).toBe(kept);
  expect(openedQuery(kept, TODAY)).toBe(query);
  expect(openedQuery(kept, "2026-06-30")).toBe(opened);
});

it("keeps other dates as they are", () => {
  const query = "start=2026-01-01&end=2026-01-31";
  expect(keptQuery(query, NAMES, TODAY)).toBe(query);
  expect(openedQuery(query, "2026-06-30")).toBe(query);
});

it("replaces a view by the one of the same name", () => {
  const views = withView([{ name: "Held", query: "status=HELD" }], { name: "Held", query: "status=NIGHT" });
  expect(views).toEqual([{ name: "Held", query: "status=NIGHT" }]);
});

it.each([
  null,
  "",
  "{",
  "null",
  '{"name":1}',
  '[1,null,{"name":"a"}]',
  `[{"name":"${"n".repeat(41)}","query":""}]`,
])("reads no view from %s", (text) => {
  expect(readViews(text)).toEqual([]);
});

it("reads no more views than there is room for", () => {
  const kept = Array.from({ length: MAX_VIEWS + 5 }, (_, number) => ({ name: `${number}`, query: "a=b" }));
  expect(readViews(JSON.stringify(kept))).toHaveLength(MAX_VIEWS);
});
