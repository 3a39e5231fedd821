import type { z } from "zod";
import type { ErrorCode } from "@/lib/contracts/base/error";

/**
 * The callers of an operation (rules: credentials). `anyone` needs no credentials. `account` has a Bearer token, or
 * `userId` and `password`. `account-or-basic` may also use HTTP basic. `legacy` has `username` and `password` in the
 * query string. `integration` has its own parameters. `addin` has the Bearer token of a mail add-in.
 */
export type Callers = "anyone" | "account" | "account-or-basic" | "legacy" | "integration" | "addin";

/**
 * The form of errors. `sentence`: a JSON body whose `error` is for a person (rules: error body). `oauth`: `error` is
 * a code (rules: token errors). `text`: a line of plain text, as is the body of a 200 (rules: legacy errors).
 */
export type ErrorStyle = "sentence" | "oauth" | "text";

/** Statuses of errors that differ from the table's. */
export type Statuses = Readonly<Partial<Record<ErrorCode, number>>>;

/**
 * The form of a parameter in the log of requests (rules: request log). `value`: the beginning of the value. `word`:
 * the value if it is one word, a number or a flag. `recipients`: the first one, and the number of others. `text`: its
 * length. `url`: the URL without credentials and query string. `code`: no value, nor in another parameter that
 * repeats it.
 */
export type LoggedAs = "value" | "word" | "recipients" | "text" | "url" | "code";

/** An operation of the API. Its route, the published description of the API and its tests use this declaration. */
export type Operation<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType | null = z.ZodType | null,
> = {
  /** Its name in generated clients. */
  id: string;
  method: "GET" | "POST";
  path: string;
  /** Its group in the documentation. */
  tag:
    | "Authentication"
    | "Sending"
    | "Queries"
    | "Webhooks"
    | "Numbers"
    | "Legacy"
    | "Integrations"
    | "Simulator";
  /** A few words for a list, and an introduction for a newcomer, in Markdown. */
  summary: string;
  description: string;
  callers: Callers;
  /** The default is `sentence`. */
  errorStyle?: ErrorStyle;
  /** Its parameters without the credentials. */
  request: Request;
  /** The query string of an integration, credentials included. `request` is then the body. */
  query?: z.ZodObject;
  /** The logged parameters, and the form of each. The log has only the names of all other parameters. */
  logged: Readonly<Record<string, LoggedAs>>;
  /** The body of a 200; null for a 204 without a body. */
  response: Response;
  /** Errors beyond the common errors of every operation. */
  errors: readonly ErrorCode[];
  /** Its own statuses of errors (rules: error codes, integration errors). */
  statuses?: Statuses;
  /** The complete list of its errors, if it is shorter than that of other operations. */
  onlyErrors?: readonly ErrorCode[];
  /** True if the header `Idempotency-Key` makes a repeat safe. */
  repeatable?: boolean;
  examples: readonly Example<Request, Response>[];
};

/** A request that may be sent, in the sandbox if there is one, and its response. */
export type Example<Request extends z.ZodType, Response extends z.ZodType | null> = {
  summary: string;
  request: z.input<Request>;
  response: Response extends z.ZodType ? z.input<Response> : null;
};

/**
 * Declares an operation of the API. The route, the OpenAPI document, the documentation and the tests use this one
 * declaration. The compiler checks the examples against the schemas.
 */
export function operation<Request extends z.ZodType, Response extends z.ZodType | null>(
  declared: Operation<Request, Response>,
): Operation<Request, Response> {
  return declared;
}
