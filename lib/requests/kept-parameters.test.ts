import { expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/base/operation";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { crmAOperation } from "@/lib/contracts/integrations/workflows";
import { NOT_KEPT, omittedEntry, readKept } from "@/lib/requests/kept-parameters";

it("tells parameters that were not kept from those of a request that had none", () => {
  expect(readKept(NOT_KEPT)).toEqual({ parameters: null, omitted: 0 });
  expect(readKept("{}")).toEqual({ parameters: [], omitted: 0 });
});

it("lists what is kept, and counts what is not", () => {
  expect(readKept(`{"to":["64211234567","and 2 more"],${omittedEntry(3)}}`)).toEqual({
    parameters: [{ name: "to", value: "64211234567, and 2 more", isIgnored: false }],
    omitted: 3,
  });
});

it("marks the parameters that the request's operation does not know", () => {
  const ignored = (json: string, operation: Operation) =>
    readKept(json, operation).parameters?.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : []));
  const kept =
    '{"to":"1","userId":"•••","password":"•••","username":"•••","scheduel":"•••","__proto__":"•••"}';
  expect(ignored(kept, sendOperation)).toEqual(["username", "scheduel", "__proto__"]);
  // An integration's body has more fields than it declares.
  expect(ignored(kept, crmAOperation)).toEqual([]);
});
