import { expect, it } from "vitest";
import { MAX_VIEWS, readViews, viewOf, withView } from "@/components/lists/saved-view";

it("keeps the filters of an address, and not its page", () => {
  expect(viewOf("status=HELD&before=1.a&after=2.b&page=3")).toBe("status=HELD");
  expect(viewOf("page=2")).toBe("");
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
