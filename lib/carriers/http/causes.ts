import { PRESETS } from "@/lib/carriers/http/settings";

/** What is told of a message that was not written. */
export const NOT_SUBMITTED = "not submitted";

const GENERAL: Readonly<Record<string, string>> = {
  [NOT_SUBMITTED]: "There was no connection to the provider.",
  "HTTP 400": "The provider could not read the request.",
  "HTTP 401": "The provider refused the login.",
  "HTTP 403": "The provider refused the login.",
  "HTTP 404": "The provider knows no such address: look at the url.",
  "HTTP 429": "More was sent a second than the provider allows.",
};

/** The causes of all presets' codes: no two of them use one code. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GENERAL),
  ...Object.values(PRESETS).flatMap(({ declare }) => {
    const { errors = {} } = declare({ username: "", password: "", reports: false });
    return Object.entries(errors).flatMap(([code, { cause }]) => (cause ? [[code, cause] as const] : []));
  }),
]);

/** The cause of a provider's code, or of a status as in `HTTP 404`, in words; null for one that is not known. */
export function httpCauseOf(code: string): string | null {
  return CAUSES.get(code) ?? null;
}
