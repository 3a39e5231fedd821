import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { memberGroups } from "@/components/shell/places";
import { ROOT } from "@/server/base/root";

/** The pages of the Members Area in the navigation. The documentation has lists of its own. */
const HREFS = memberGroups({ isAdmin: true, isSimulated: false }).flatMap(({ places }) =>
  places.map(({ href }) => href).filter((href) => href !== "/docs"),
);

it.each(["e2e/shell/weight.spec.ts", "e2e/accessibility.spec.ts"])(
  "%s looks at each page of the navigation",
  (spec) => {
    const text = readFileSync(path.join(ROOT, spec), "utf8");
    expect(HREFS.length).toBeGreaterThan(15);
    expect(HREFS.filter((href) => !text.includes(`"${href}"`))).toEqual([]);
  },
);
