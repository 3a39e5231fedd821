import type { oas31 } from "zod-openapi";
import type { Fields, Json, SampleRequest } from "@/lib/contracts/samples/sample-request";
import { bodyOf, type Place, type ReferenceExample, successOf } from "@/lib/openapi/reference/described";

type Example = { summary?: string; value?: unknown };

/** Placeholders for the reader's own values in a query string. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  username: "you@example.com",
  password: "your password",
  key: "your key",
  secret: "your secret",
};

/** Returns the examples of an operation or an event: those of its body, or one built from its parameters. */
export function samplesOf(
  place: Place,
  described: oas31.OperationObject,
  parameters: readonly oas31.ParameterObject[],
): readonly ReferenceExample[] {
  const body = bodyOf(described);
  const [, success] = successOf(described);
  const answers = Object.values(examplesOf(success)) as Example[];
  const { path, method, server } = place;
  if (path === null) {
    return [
      { title: described.summary ?? "", request: null, body: body?.example as Json, response: undefined },
    ];
  }
  const base: SampleRequest = {
    method,
    url: `${server}${path}`,
    query: queryOf(parameters),
    isAuthorised: (described.security ?? []).some((scheme) => Object.keys(scheme).length > 0),
  };
  const asked = Object.entries(examplesOf(body)) as [string, Example][];
  if (asked.length === 0) {
    const [answer] = answers;
    const title = answer?.summary ?? described.summary ?? "";
    return [{ title, request: base, body: undefined, response: answer?.value as Json }];
  }
  return asked.map(([name, { summary = "", value }], index) => ({
    title: summary,
    request: { ...base, body: { json: value as Json } },
    body: value as Json,
    response: ((examplesOf(success)[name] ?? answers[index]) as Example | undefined)?.value as
      | Json
      | undefined,
  }));
}

const examplesOf = (body: oas31.MediaTypeObject | undefined) => body?.examples ?? {};

/** Returns the required parameters of a query string, with their examples. */
function queryOf(parameters: readonly oas31.ParameterObject[]): Fields {
  return parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, schema }) => {
      const [example] = (schema as oas31.SchemaObject | undefined)?.examples ?? [];
      return [name, PLACEHOLDERS[name] ?? String(example ?? "")] as const;
    });
}
