import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NetworkLacks } from "@/app/admin/networks/_components/network-lacks";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";

const shown = (...lacks: NetworkRecord["lacks"]) => renderToStaticMarkup(<NetworkLacks lacks={lacks} />);

test("a network says that it has no senders, and that no route leads to it", () => {
  expect(shown("senders")).toContain("It has no senders");
  expect(shown("senders")).not.toContain("No route");
  expect(shown("route")).toContain("No route leads to it.");
  expect(shown("senders", "route")).toMatch(/no senders.*No route.*Edit routes/);
  expect(shown()).toBe("");
});
