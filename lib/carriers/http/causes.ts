import { usualRule } from "@/lib/carriers/http/answer";
import type { HttpErrorRule } from "@/lib/carriers/http/declared-api";
import { PRESETS } from "@/lib/carriers/http/settings";
import type { KnownError } from "@/lib/carriers/kinds";

/** The code of a message that was not sent to the provider. */
export const NOT_SUBMITTED = "not submitted";

const GENERAL: Readonly<Record<string, string>> = {
  [NOT_SUBMITTED]: "There was no connection to the provider.",
  "HTTP 400": "The provider could not read the request.",
  "HTTP 401": "The provider refused the login.",
  "HTTP 403": "The provider refused the login.",
  "HTTP 404": "The provider does not know this address: check the url.",
  "HTTP 429": "Messages were sent faster than the provider allows.",
};

type PresetRule = Pick<HttpErrorRule, "action"> &
  Partial<Record<"afterMs" | "tries", number | undefined>> & { cause?: string | undefined };

/** The rules for all presets' codes. No two presets share a code. */
const PRESET_RULES: ReadonlyMap<string, PresetRule> = new Map(
  Object.values(PRESETS).flatMap(({ declare }) =>
    Object.entries<PresetRule>(declare({ username: "", password: "", reports: false }).errors ?? {}),
  ),
);

const CAUSES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GENERAL),
  ...[...PRESET_RULES].flatMap(([code, { cause }]) => (cause ? [[code, cause] as const] : [])),
]);

const STATUS = /^HTTP (\d{3})$/;

/** Returns the cause of a provider's code, or of a status such as `HTTP 404`; null for an unknown code. */
export function httpCauseOf(code: string): string | null {
  return CAUSES.get(code) ?? null;
}

/** Returns the codes with a known cause, except the code for "not submitted", which is not an answer. */
export function knownHttpCodes(): string[] {
  return [...CAUSES.keys()].filter((code) => code !== NOT_SUBMITTED);
}

/**
 * Returns the known facts about a provider's code or a status. For an unknown code the usual rule depends on
 * the status.
 */
export function knownHttpError(code: string): KnownError {
  const status = STATUS.exec(code)?.[1];
  const usual =
    PRESET_RULES.get(code) ??
    (status === undefined ? null : usualRule({ status: Number(status), retryAfter: null }, false));
  return {
    name: null,
    cause: httpCauseOf(code),
    usual: usual && { action: usual.action, delayMs: usual.afterMs ?? 0, tries: usual.tries ?? null },
  };
}
