import { MAX_RECIPIENTS } from "@/lib/contracts/base/values";
import { GatewayError } from "@/lib/errors";
import { type Fields, isEmpty, isFields } from "@/lib/integrations/read-body";

/** Recipients as they were given, and a text. */
export type Message = { to: string | string[]; message: string };

/**
 * Finds `to` and `message` in a body (rules: integration body), at its top or else in one of `places`, which are
 * objects in it.
 * @param usual the values for a body that has none.
 * @throws GatewayError `missing_parameter`, `invalid_parameter`, `too_many_recipients`.
 */
export function readMessage(
  body: Fields,
  places: readonly string[],
  usual: Partial<Record<keyof Message, unknown>>,
): Message {
  const within = [body, ...places.map((place) => body[place]).filter(isFields), usual];
  return {
    to: readTo(firstGiven(within, "to")),
    message: readText("message", firstGiven(within, "message")),
  };
}

/** Returns the first non-empty value with a name. */
function firstGiven(within: readonly Fields[], name: string): unknown {
  return within.map((fields) => fields[name]).find((value) => value !== undefined && !isEmpty(value));
}

/**
 * Reads one recipient, or an array of at most a hundred (rules: integration body). Numbers may be JSON numbers.
 * @throws GatewayError `missing_parameter`, `invalid_parameter`, `too_many_recipients`.
 */
export function readTo(to: unknown): string | string[] {
  if (to === undefined || isEmpty(to) || (Array.isArray(to) && to.length === 0))
    throw new GatewayError("missing_parameter", "Parameter 'to' is required.");
  if (!Array.isArray(to)) return readNumber(to);
  if (to.length > MAX_RECIPIENTS) {
    throw new GatewayError(
      "too_many_recipients",
      `Parameter 'to' has ${to.length} recipients; one call can have at most ${MAX_RECIPIENTS}.`,
    );
  }
  return to.map(readNumber);
}

function readNumber(given: unknown): string {
  if (typeof given === "string") return given;
  if (typeof given === "number" && Number.isSafeInteger(given)) return String(given);
  throw new GatewayError("invalid_parameter", "Parameter 'to' must be a phone number, or an array of them.");
}

/**
 * Reads a required text.
 * @throws GatewayError `missing_parameter`, `invalid_parameter`.
 */
export function readText(name: string, value: unknown): string {
  if (value === undefined || isEmpty(value))
    throw new GatewayError("missing_parameter", `Parameter '${name}' is required.`);
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new GatewayError("invalid_parameter", `Parameter '${name}' must be a text.`);
}
