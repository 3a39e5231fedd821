import { expect, it } from "vitest";
import { OPERATIONS } from "@/lib/contracts/operations";
import { buildDocument } from "@/lib/openapi/document";
import { errorsOf } from "@/lib/openapi/errors";
import type { Field, Shape } from "@/lib/openapi/reference/field";
import { readReference } from "@/lib/openapi/reference/reference";

const document = buildDocument(["https://sms.example.co.nz"], { simulated: true });
const groups = readReference(document);
const all = groups.flatMap(({ operations }) => operations);
const one = (slug: string) => all.find((operation) => operation.slug === slug);

const fieldsOf = (shapes: readonly Shape[]): Field[] =>
  shapes.flatMap(({ fields }) => fields.flatMap((field) => [field, ...fieldsOf(field.shapes)]));

it("has every operation and every event once, in the document's groups", () => {
  expect(groups.map(({ title }) => title)).toEqual(document.tags?.map(({ name }) => name));
  const called = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(
    all
      .filter(({ path }) => path !== null)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(called.sort());
  expect(all.filter(({ path }) => path === null).map(({ slug }) => slug)).toEqual([
    "receive-inbound-message",
    "receive-delivery-report",
    "receive-opt-out",
  ]);
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
});

it("says of every field what it is", () => {
  const fields = all.flatMap(({ headers, query, body, response }) => [
    ...headers,
    ...query,
    ...fieldsOf([...body, ...response]),
  ]);
  expect(fields.length).toBeGreaterThan(200);
  const unsaid = fields.filter(
    ({ type, description, limits }) => type === "any" || !(description || limits.length),
  );
  expect(unsaid.map(({ name }) => name)).toEqual([]);
});

it("lists the errors that an operation declares", () => {
  for (const operation of OPERATIONS) {
    const read = all.find(({ path, method }) => path === operation.path && method === operation.method);
    const declared = errorsOf(operation).flatMap(({ status, codes }) =>
      codes.map((code) => `${status} ${code}`),
    );
    expect(read?.errors.map(({ status, code }) => `${status} ${code}`)).toEqual(declared);
  }
});

it("has types, limits, what is inside, and alternatives in words", () => {
  const send = one("send-message");
  const [fields] = send?.body ?? [];
  const named = (name: string) => fields?.fields.find((field) => field.name === name);
  expect(named("to")).toMatchObject({
    type: "text or list of text",
    isRequired: true,
    example: "64211234567",
  });
  expect(named("messageClass")?.limits).toEqual(["Value: `transactional` or `marketing`"]);
  expect(named("validityMinutes")?.limits).toEqual(["1 to 2,880"]);
  expect(named("rateCode")?.limits).toEqual(["0 to 95 characters"]);
  expect(send?.response.map(({ title }) => title)).toHaveLength(2);
  const messages = send?.response[1]?.fields.find(({ name }) => name === "messages");
  expect(messages?.type).toBe("list of object");
  expect(messages?.shapes).toHaveLength(2);
});

it("has a request for each example, with the response to it", () => {
  const send = one("send-message");
  expect(send?.examples.map(({ title }) => title)).toEqual([
    "Try it in the sandbox",
    "One recipient",
    "Several recipients",
  ]);
  expect(send?.examples[1]).toMatchObject({
    request: { method: "POST", url: "https://sms.example.co.nz/gateway/sms/out", isAuthorised: true },
    response: { status: "accepted" },
  });
  expect(one("legacy-send")?.examples[0]?.request?.query).toEqual([
    ["cellnum", "64211234567"],
    ["message", "Kia ora"],
    ["username", "you@example.com"],
    ["password", "your password"],
  ]);
  expect(one("receive-delivery-report")?.examples[0]).toMatchObject({ request: null, body: { type: "dlr" } });
});
