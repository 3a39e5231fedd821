import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NetworkLacks, NetworkUnrated, RouteTroubles } from "@/app/admin/networks/_components/network-lacks";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";

const shown = (...lacks: NetworkRecord["lacks"]) => renderToStaticMarkup(<NetworkLacks lacks={lacks} />);

test("a network names its missing senders and routes", () => {
  expect(shown("senders")).toContain("No senders yet.");
  expect(shown("route")).toContain("No routes yet.");
  expect(shown("senders", "route")).toMatch(/No senders or routes yet\..*Edit routes/);
  expect(shown()).toBe("");
});

test("a network names the senders without a mark from which marketing could go out", () => {
  const said = (senders: string[], count = senders.length) =>
    renderToStaticMarkup(<NetworkUnrated unrated={{ senders, count }} />);
  expect(said([])).toBe("");
  expect(said(["2190", "552"])).toContain("not marked as zero-rated: 2190, 552.");
  expect(said(["2190"], 4)).toContain("2190 and 3 more.");
});

test("what is wrong with routes is named, and how much more there is", () => {
  const said = (problems: string[], count = problems.length) =>
    renderToStaticMarkup(<RouteTroubles routes={{ problems, count }} />);
  expect(said([])).toBe("");
  expect(said(["Route 1: it leads nowhere."])).toMatch(
    /^<ul[^>]*><li>Route 1: it leads nowhere\.<\/li><\/ul>$/,
  );
  expect(said(["Route 1.", "Route 2."], 12)).toContain("And 10 more.");
});
