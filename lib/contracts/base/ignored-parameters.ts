import { z } from "zod";
import type { Callers, Operation } from "@/lib/contracts/base/operation";

/** The most names that a response lists as ignored, and the greatest length of a name. */
export const MAX_IGNORED = 20;
export const IGNORED_NAME_LENGTH = 40;

/** Creates the schema of the parameter names that the sandbox ignored (rules: sandbox). */
export const ignoredNames = () =>
  z
    .array(z.string())
    .optional()
    .meta({
      description: `Sandbox only: parameters that this operation doesn’t know and ignored, at most ${MAX_IGNORED}.`,
      examples: [["scheduel"]],
    });

/** Parameters that verify a caller, which no operation declares. Integrations read more of a call than they declare. */
const CREDENTIALS: Readonly<Record<Callers, readonly string[] | null>> = {
  anyone: ["client_secret"],
  account: ["userId", "password"],
  "account-or-basic": ["userId", "password"],
  legacy: ["username", "password"],
  integration: null,
  addin: null,
};

/** Returns the parameters that an operation does not know and therefore ignores (rules: parameters). */
export function ignoredAmong(
  { logged, callers }: Pick<Operation, "logged" | "callers">,
  names: Iterable<string>,
): string[] {
  const credentials = CREDENTIALS[callers];
  if (credentials === null) return [];
  return [...names].filter((name) => !Object.hasOwn(logged, name) && !credentials.includes(name));
}
