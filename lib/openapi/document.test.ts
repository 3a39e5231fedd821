import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it, test } from "vitest";
import { ERRORS } from "@/lib/contracts/base/error";
import { OPERATIONS } from "@/lib/contracts/operations";
import { buildDocument } from "@/lib/openapi/document";
import { mismatch } from "@/tests/support/server/documented";

const SERVERS = ["https://api.example.co.nz", "https://old.example.co.nz"];
const document = buildDocument(SERVERS, { simulated: true });

type DiscriminatedSchema = { discriminator?: { propertyName: string; mapping: object } };

/** The parts of the operations that the tests read by name. */
const POSTS = document.paths as unknown as Record<
  string,
  {
    post: {
      description: string;
      requestBody: { description?: string };
      responses: { "200": { content: { "application/json": { schema: DiscriminatedSchema } } } };
    };
  }
>;

/** Yields every part of the document, with its position. */
function* walk(node: unknown, at: string[] = []): Generator<{ at: string[]; node: Record<string, unknown> }> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield { at, node: node as Record<string, unknown> };
  for (const [key, value] of Object.entries(node)) {
    if (key !== "examples" && key !== "example") yield* walk(value, [...at, key]);
  }
}

describe("the document", () => {
  it("is OpenAPI 3.1, as OpenAPI's own schema has it", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers).toEqual(SERVERS.map((url) => ({ url })));
  });

  it("is the same whenever it is made", () => {
    expect(JSON.stringify(buildDocument(SERVERS, { simulated: true }))).toBe(JSON.stringify(document));
  });

  it("leads to what it refers to, and has nothing that nobody refers to", () => {
    const refs = new Set(
      [...walk(document)].flatMap(({ node }) => (typeof node.$ref === "string" ? [node.$ref] : [])),
    );
    for (const ref of refs) {
      const target = ref
        .split("/")
        .slice(1)
        .reduce<unknown>((at, key) => (at as never)?.[key], document);
      expect(target, ref).toBeDefined();
    }
    const { schemas, responses, headers, parameters } = document.components ?? {};
    for (const [room, named] of Object.entries({ schemas, responses, headers, parameters })) {
      for (const name of Object.keys(named ?? {})) expect(refs).toContain(`#/components/${room}/${name}`);
    }
  });

  it("describes every field, parameter, header and schema", () => {
    const bare = [...walk(document)].flatMap(({ at, node }) => {
      const isField = at.at(-2) === "properties" && !at.includes("allOf");
      const isNamed =
        ["schemas", "headers", "parameters"].includes(at.at(-2) ?? "") && node.$ref === undefined;
      // A status that is always one word needs no description.
      const isConstant = node.const !== undefined;
      return (isField && node.$ref === undefined && !isConstant) || isNamed
        ? node.description === undefined
          ? [at.join("/")]
          : []
        : [];
    });
    expect(bare).toEqual([]);
  });

  it("tells what is taken where nothing is given in words, since generated types would ask for it", () => {
    const inputs = [...walk(document)].filter(({ at }) => at.at(-2) === "properties");
    expect(inputs.length).toBeGreaterThan(50);
    expect(inputs.flatMap(({ at, node }) => ("default" in node ? [at.join("/")] : []))).toEqual([]);
    expect(document.components?.schemas?.SendRequest).toMatchObject({
      properties: { fragmentationLimit: { description: expect.stringMatching(/Default: 11\.$/) } },
    });
  });

  test.each([
    ["/gateway/sms/out", "status", ["accepted", "queued", "held", "sandbox", "bulk"]],
    ["/gateway/billing/query", "mode", ["summary", "detail"]],
  ])("tells the answers of %s apart by '%s'", (where, propertyName, values) => {
    const { discriminator } = POSTS[where]?.post.responses["200"].content["application/json"].schema ?? {};
    expect(discriminator?.propertyName).toBe(propertyName);
    expect(Object.keys(discriminator?.mapping ?? {})).toEqual(values);
  });

  it("writes every fixed value as an enum too, which older generators of clients read", () => {
    const nodes = [...walk(document)];
    const fixed = nodes.filter(({ node }) => node.const !== undefined);
    expect(fixed.length).toBeGreaterThan(20);
    for (const { at, node } of fixed) expect(node.enum, at.join("/")).toEqual([node.const]);
  });

  it("names the type of every enum", () => {
    const nodes = [...walk(document)].filter(({ at }) => at.at(-1) !== "properties");
    const untyped = nodes.filter(({ node }) => Array.isArray(node.enum) && node.type === undefined);
    expect(untyped.map(({ at }) => at.join("/"))).toEqual([]);
  });

  it("names operations and schemas so that they stay apart as identifiers and as files", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    const names = Object.keys(document.components?.schemas ?? {});
    for (const name of [...ids, ...names]) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
    for (const list of [ids, names])
      expect(new Set(list.map((name) => name.toLowerCase())).size).toBe(list.length);
  });

  it("has responses without content for 204 alone, and no default response among the paths", () => {
    const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path)) as {
      operationId: string;
      responses: Record<string, object>;
    }[];
    for (const { responses, operationId } of operations) {
      expect(Object.keys(responses), operationId).not.toContain("default");
      for (const [status, response] of Object.entries(responses))
        if (!("$ref" in response))
          expect("content" in response, `${operationId} ${status}`).toBe(status !== "204");
    }
  });

  it("says of every body that its fields may stand in the query string", () => {
    for (const { path, method, callers } of OPERATIONS) {
      if (method === "GET" || callers === "integration" || callers === "addin") continue;
      expect(POSTS[path]?.post.requestBody.description, path).toContain("query string");
    }
  });

  it("has a time to send at for messages and reminders, and says that a code has none", () => {
    const { SendRequest, AppointmentRequest, OtpRequest } = document.components?.schemas ?? {};
    for (const request of [SendRequest, AppointmentRequest]) {
      expect(request).toHaveProperty("properties.sendAt");
    }
    expect(OtpRequest).not.toHaveProperty("properties.sendAt");
    expect(POSTS["/gateway/sms/otp"]?.post.description).toMatch(/sent right away: there is no `sendAt`/);
  });

  it("leaves the simulated network out where there is another", () => {
    const real = buildDocument(SERVERS, { simulated: false });
    expect(Object.keys(real.paths ?? {}).filter((path) => path.startsWith("/simulator"))).toEqual([]);
    expect(real.tags?.map(({ name }) => name)).not.toContain("Simulator");
    expect(Object.keys(document.paths ?? {})).toContain("/simulator/inbound");
  });
});

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const method = operation.method.toLowerCase();
  const place = ["paths", operation.path, method];

  test.each(operation.examples.map((example) => [example.summary, example] as const))(
    "has an example that is right: %s",
    (_summary, example) => {
      if (operation.method === "POST") {
        expect(
          mismatch([...place, "requestBody", "content", "application/json", "schema"], example.request),
        ).toBeNull();
      }
      expect(operation.request.safeParse(example.request).error).toBeUndefined();
      if (operation.response === null) return;
      const type = operation.errorStyle === "text" ? "text/plain" : "application/json";
      expect(
        mismatch([...place, "responses", "200", "content", type, "schema"], example.response),
      ).toBeNull();
    },
  );

  it("is documented with every status it may be answered with", () => {
    const { responses } = (document.paths as never)[operation.path][method] as { responses: object };
    const own =
      operation.errorStyle === "text"
        ? []
        : operation.errors.map((code) => operation.statuses?.[code] ?? ERRORS[code].status);
    const usual = operation.onlyErrors ? [] : [400];
    const expected = [operation.response === null ? 204 : 200, 405, 429, 500, ...usual, ...own];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(expected.map(String)));
  });
});

test("a form has a list nowhere, and JSON has one where a send may", () => {
  const schema = (type: string) => [
    "paths",
    "/gateway/sms/out",
    "post",
    "requestBody",
    "content",
    type,
    "schema",
  ];
  const request = { to: ["64211234567"], body: "Kia ora", messageClass: "marketing" };
  expect(mismatch(schema("application/json"), request)).toBeNull();
  expect(mismatch(schema("application/x-www-form-urlencoded"), request)).toContain("must be string");
  expect(mismatch(schema("application/x-www-form-urlencoded"), { ...request, to: "64211234567" })).toBeNull();
});
