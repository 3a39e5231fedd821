import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ListReach, PaletteReach } from "@/components/messages/search-reach";
import { Today } from "@/components/ui/today";

const SINCE = "2026-11-22 08:35:56";

const textOf = (part: React.ReactNode) =>
  renderToStaticMarkup(<Today nowMs={Date.UTC(2026, 10, 24)}>{part}</Today>).replaceAll(/<[^>]+>/g, "");

it("says of the palette what it finds in all messages, or that older ones may be missing", () => {
  expect(textOf(<PaletteReach since={null} />)).toMatch(
    /^Searches all messages you’ve sent by number, word, or/,
  );
  const cut = textOf(<PaletteReach since={SINCE} />);
  expect(cut).toMatch(/^Searched the last 5,000 messages you’ve sent, but not all older ones\./);
});

it("says of a list how far it was searched, and what finds older messages", () => {
  const said = (since: string | null, account: string, search: string) =>
    textOf(<ListReach since={since} asked={{ account, search }} />);
  expect(said(null, "", "")).toBe("");
  expect(said(null, "7", "")).toBe("");
  expect(said(null, "", "order")).toMatch(/^Searched all messages by number, word, or/);
  expect(said(null, "7", "order")).toMatch(/^Searched all messages of the account by number, word, or/);
  expect(said(SINCE, "", "€€")).toMatch(
    /^Searched the latest 5,000 messages.*may be missing: use an account, longer/,
  );
  expect(said(SINCE, "7", "")).toMatch(/^Searched the latest 5,000 messages.*For older ones, search/);
  expect(said(SINCE, "7", "€€")).toMatch(
    /^Searched the latest 5,000 messages.*Some older ones may be missing/,
  );
});
