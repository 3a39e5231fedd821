import { z } from "zod";
import type { Callers, Operation } from "@/lib/contracts/base/operation";

/** Credentials as parameters (rules: credentials). They are not needed beside a Bearer token. */
const accountCredentials = {
  userId: z
    .string()
    .optional()
    .meta({ description: "The account's email address, if there is no Bearer token." }),
  password: z
    .string()
    .optional()
    .meta({ description: "The account's password, if there is no Bearer token.", format: "password" }),
};

/** The names of those parameters. */
export const ACCOUNT_CREDENTIALS: readonly string[] = Object.keys(accountCredentials);

/** Credentials of the legacy endpoint (rules: credentials). */
const legacyCredentials = {
  username: z.string().meta({ description: "The account's email address." }),
  password: z.string().meta({
    description: "The account's password, or the secret of one of its API keys.",
    format: "password",
  }),
};

/** The credentials of each kind of caller, in the words of OpenAPI. An empty list means none, or parameters. */
export const SECURITY: Record<Callers, Record<string, string[]>[]> = {
  anyone: [],
  account: [{ bearer: [] }, {}],
  "account-or-basic": [{ bearer: [] }, { basic: [] }, {}],
  legacy: [],
  integration: [],
  addin: [{ addin: [] }],
};

export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "An access token from `/gateway/auth/token`. Instead of a token, every operation of an account accepts `userId` and `password` as parameters.",
  },
  addin: {
    type: "http",
    scheme: "bearer",
    description: "The token of the mail add-in, created in the Members Area.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "The account's email address and password; for the webhook configuration alone.",
  },
} as const;

/**
 * The extended contracts, one for each contract: two operations may share one, and a name in the document is one
 * schema.
 */
const made = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Returns the parameters of an operation with those for credentials, under the name of its contract.
 * @throws Error for a contract that is no object: parameters have names.
 */
export function withCredentials({ id, callers, request }: Operation): z.ZodObject {
  if (!(request instanceof z.ZodObject)) throw new Error(`The request of ${id} must be an object.`);
  if (callers === "anyone" || callers === "integration" || callers === "addin") return request;
  const extended = made.get(request) ?? extend(request, callers);
  made.set(request, extended);
  return extended;
}

function extend(request: z.ZodObject, callers: Callers): z.ZodObject {
  const { id, description } = request.meta() ?? {};
  const added: z.ZodRawShape = callers === "legacy" ? legacyCredentials : accountCredentials;
  return request
    .safeExtend(added)
    .meta({ ...(id === undefined ? {} : { id }), ...(description === undefined ? {} : { description }) });
}
