import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Links, NetworkLoad } from "@/app/admin/networks/_components/network-state";
import type { LinkRecord } from "@/lib/contracts/admin/networks";

const LINK: LinkRecord = { number: 1, state: "bound", boundAt: null, lastError: null, load: null };
const LOAD = { perSecond: 12.5, inUse: 3, window: 10 };

test("a connection says what goes by it, and how much of its window is in use", () => {
  const links = [
    { ...LINK, load: LOAD },
    { ...LINK, number: 2 },
  ];
  const shown = renderToStaticMarkup(<Links name="north" links={links} />);
  expect(shown.match(/12\.5 per second, 3 of 10 in the window/g)).toHaveLength(1);
});

test("a network says what it is sent of what it may be, and nothing while nothing is sent", () => {
  const load = { ...LOAD, tps: 50, allowed: 25, processes: 1 };
  expect(renderToStaticMarkup(<NetworkLoad load={load} links={[LINK]} />)).toContain(
    "Sending 12.5 of 50 parts per second. Slowed to 25 per second",
  );
  expect(renderToStaticMarkup(<NetworkLoad load={load} links={[]} />)).toContain("3 of 10 requests");
  expect(renderToStaticMarkup(<NetworkLoad load={null} links={[]} />)).toBe("");
});
