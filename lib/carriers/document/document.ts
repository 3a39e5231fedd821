import { z } from "zod";
import { errorRuleList } from "@/lib/carriers/setup/error-rule-list";
import { keywordList } from "@/lib/carriers/setup/keyword-list";
import { blockedList, routeList, senderList } from "@/lib/carriers/setup/route-file";
import { GatewayError } from "@/lib/errors";

/** The length limit in characters. A hundred carriers with certificates and a thousand routes are shorter. */
const MAX_DOCUMENT_LENGTH = 2_000_000;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const carrier = z.strictObject({
  kind: z.string(),
  settings: z.record(z.string(), z.unknown()),
  senders: senderList.min(1, "must name a sender: without one it takes no message"),
});

/**
 * The networks of an installation (rules: networks document): carriers by name, routes, blocked destinations,
 * rules for errors, and keywords of shared senders. If `routes`, `blocked`, `errors` or `keywords` is
 * omitted, the existing ones are kept.
 */
const networksDocument = z.strictObject({
  carriers: z.record(z.string(), carrier),
  routes: routeList.min(1, "must have a route: without one each message is refused").optional(),
  blocked: blockedList.optional(),
  errors: errorRuleList.optional(),
  keywords: keywordList.optional(),
});

export type NetworksDocument = z.infer<typeof networksDocument>;

/**
 * Reads a document. Errors omit all values, because a value may be a password.
 * @throws GatewayError `invalid_parameter` that names every wrong place.
 */
export function readDocument(text: string): NetworksDocument {
  if (text.length > MAX_DOCUMENT_LENGTH)
    throw new GatewayError("invalid_parameter", `It is longer than ${MAX_DOCUMENT_LENGTH} characters.`);
  const parsed = networksDocument.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}.`);
  throw new GatewayError("invalid_parameter", problems.join(" "));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GatewayError("invalid_parameter", "It is not JSON.");
  }
}

/** Returns a place in the document, such as `routes[1].targets`. */
export function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return place.replace(/^\./, "") || "The document";
}

/** Returns a variable of the environment; undefined if it is not set. */
export type VariableOf = (name: string) => string | undefined;

/**
 * Returns settings with their secrets filled in: within a secret, `{"env": "NAME"}` is replaced by the
 * variable's value. Other settings are not replaced, because administrators can see them.
 * @param problems gets a sentence for each variable that is missing, with its place.
 */
export function withVariables(
  settings: Readonly<Record<string, unknown>>,
  {
    secretNames,
    variableOf,
    path,
  }: { secretNames: readonly string[]; variableOf: VariableOf; path: string[] },
  problems: string[],
): Record<string, unknown> {
  const fill = (value: unknown, place: readonly string[]): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { env: name, ...others } = value as Record<string, unknown>;
    if (typeof name === "string" && Object.keys(others).length === 0) {
      const found = VARIABLE.test(name) ? variableOf(name) : undefined;
      if (found === undefined) problems.push(`${placeOf(place)}: the variable ${named(name)} is not set.`);
      return found ?? "";
    }
    const entries = Object.entries(value as object);
    return Object.fromEntries(entries.map(([key, inner]) => [key, fill(inner, [...place, key])]));
  };
  const filled = Object.entries(settings).map(([name, value]): [string, unknown] => [
    name,
    secretNames.includes(name) ? fill(value, [...path, name]) : value,
  ]);
  return Object.fromEntries(filled);
}

/** Returns a variable's name for an error. An invalid name is omitted: it may be the secret itself. */
function named(name: string): string {
  return VARIABLE.test(name) ? name : "that it names";
}
