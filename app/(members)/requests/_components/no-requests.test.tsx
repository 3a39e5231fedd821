import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NoRequests } from "@/app/(members)/requests/_components/no-requests";

const textOf = (page: { searchedTo: string | null; isKept: boolean }, isFiltered: boolean) =>
  renderToStaticMarkup(<NoRequests page={page} isFiltered={isFiltered} />).replaceAll(/<[^>]+>/g, " ");

it("says that the search goes on where it had to end, and not that nothing matches", () => {
  const searched = textOf({ searchedTo: "2026-11-22 08:35:56", isKept: true }, true);
  expect(searched).toContain("No requests match so far");
  expect(searched).toContain("2026-11-22 08:35:56");
  expect(textOf({ searchedTo: null, isKept: true }, true)).toContain("Change or clear the filters");
  expect(textOf({ searchedTo: null, isKept: false }, false)).toContain("kept");
  expect(textOf({ searchedTo: null, isKept: true }, false)).toContain("No requests yet");
});
