import { expect, it } from "vitest";
import { NOT_KEPT, omittedEntry, readKept } from "@/lib/requests/kept-parameters";

it("tells parameters that were not kept from those of a request that had none", () => {
  expect(readKept(NOT_KEPT)).toEqual({ parameters: null, omitted: 0 });
  expect(readKept("{}")).toEqual({ parameters: [], omitted: 0 });
});

it("lists what is kept, and counts what is not", () => {
  expect(readKept(`{"to":["64211234567","and 2 more"],${omittedEntry(3)}}`)).toEqual({
    parameters: [{ name: "to", value: "64211234567, and 2 more" }],
    omitted: 3,
  });
});
