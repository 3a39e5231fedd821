import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RequestParameters } from "@/app/(members)/requests/[id]/_components/request-parameters";
import type { RequestDetails } from "@/lib/contracts/members/requests";

const shown = (parameters: RequestDetails["parameters"], omitted = 0) =>
  renderToStaticMarkup(<RequestParameters request={{ parameters, omitted }} />);

const TO = { name: "to", value: "64211234567", isIgnored: false };

it("says where parameters were not kept, where there are none, and how many are missing", () => {
  expect(shown(null)).toContain("Parameters weren’t stored:");
  expect(shown([])).toContain("No readable parameters.");
  expect(shown([TO])).not.toMatch(/not kept|None|ignored/);
  expect(shown([TO], 2)).toContain("and 2 more, not stored");
  expect(shown([], 2)).not.toContain("None");
});

it("says which parameters were ignored", () => {
  const html = shown([TO, { name: "scheduel", value: "•••", isIgnored: true }]);
  expect(html).toContain("scheduel:</dt>");
  expect(html).toContain("ignored (unknown parameter)");
  expect(html).not.toContain("•••");
});
