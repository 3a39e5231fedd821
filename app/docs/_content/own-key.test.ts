import { expect, it } from "vitest";
import { withOwnKey } from "@/app/docs/_content/own-key";
import { EXAMPLE_KEY } from "@/lib/contracts/gateway/token";
import type { ReferenceExample } from "@/lib/openapi/reference/described";

const { clientId, clientSecret } = EXAMPLE_KEY;
const json = { client_id: clientId, client_secret: clientSecret, list: [clientId] };
const example = (body: object): ReferenceExample => ({
  title: "A token",
  response: { access_token: "x" },
  body: json,
  request: { method: "POST", url: "/gateway/auth/token", ...body },
});

it("puts the reader's client ID into what a request is made of, and leaves its secret as it is", () => {
  const own = { ...json, client_id: "cid_mine" };
  expect(withOwnKey(example({ body: { json } }), "cid_mine")).toEqual({
    ...example({ body: { json: own } }),
    body: own,
  });
  const form = [["client_id", clientId]] as const;
  expect(withOwnKey(example({ body: { form } }), "cid_mine").request?.body).toEqual({
    form: [["client_id", "cid_mine"]],
  });
  expect(withOwnKey(example({}), "cid_mine").request?.body).toBeUndefined();
});

it("leaves an example as it is for who has no key", () => {
  const published = example({ body: { json } });
  expect(withOwnKey(published, null)).toBe(published);
});
