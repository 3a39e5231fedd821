import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CursorPager } from "@/components/lists/cursor-pager";

/** Returns the addresses of the pager's links by their titles. */
function linksOf(query: string, pager: Parameters<typeof CursorPager>[0]): Record<string, string> {
  const markup = renderToStaticMarkup(
    <PathnameContext.Provider value="/contacts">
      <SearchParamsContext.Provider value={new URLSearchParams(query)}>
        <CursorPager {...pager} />
      </SearchParamsContext.Provider>
    </PathnameContext.Provider>,
  );
  const links = markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g);
  const textOf = (inner = "") => inner.replaceAll(/<[^>]+>/g, "");
  return Object.fromEntries([...links].map(([, href = "", inner]) => [textOf(inner), href]));
}

it("leads on to older entries, and in a list with the oldest first to newer ones", () => {
  expect(linksOf("", { newer: null, older: "o" })).toEqual({ Next: "/contacts?before=o" });
  expect(linksOf("order=time", { newer: "n", older: null })).toEqual({
    Next: "/contacts?order=time&amp;after=n",
  });
  expect(linksOf("before=x", { newer: "n", older: "o" })).toEqual({
    Newest: "/contacts",
    Previous: "/contacts?after=n",
    Next: "/contacts?before=o",
  });
});

it("goes by the order that the rows have, where the address has another", () => {
  expect(linksOf("order=name&list=l", { newer: null, older: "o", order: "" })).toEqual({
    Next: "/contacts?order=name&amp;list=l&amp;before=o",
  });
  const back = linksOf("order=name&before=x", { newer: "n", older: null, order: "" });
  expect(Object.keys(back)).toEqual(["Newest", "Previous"]);
});
