import type { z } from "zod";
import type { ErrorCode } from "@/lib/contracts/base/error";

/**
 * Who may call an operation (rules: credentials): `anyone`; an `account` by Bearer token or by `userId` and `password`;
 * `account-or-basic` by HTTP basic too; `legacy` by `username` and `password` in the query string; `integration` by
 * what its own parameters carry; `addin` by the Bearer token of a mail add-in.
 */
export type Callers = "anyone" | "account" | "account-or-basic" | "legacy" | "integration" | "addin";

/**
 * How errors are told: `sentence`: a JSON body whose `error` is for a person to read (rules: error body); `oauth`:
 * `error` is a code (rules: token errors); `text`: a line of plain text (rules: legacy errors), and so is what a 200
 * answers.
 */
export type ErrorStyle = "sentence" | "oauth" | "text";

/** Statuses of errors that differ from those of the one table. */
export type Statuses = Readonly<Partial<Record<ErrorCode, number>>>;

/**
 * How a parameter stands in the log of requests (rules: request log). `value`: as it is, cut. `word`: as it is where it
 * is one word, a number or a flag. `recipients`: the first of them, and how many more. `text`: how long it is. `url`:
 * without credentials and query string. `code`: not at all, nor where another parameter repeats it.
 */
export type LoggedAs = "value" | "word" | "recipients" | "text" | "url" | "code";

/** One thing the API does: what its route, the published description of the API and its tests all go by. */
export type Operation<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType | null = z.ZodType | null,
> = {
  /** Its name in generated clients. */
  id: string;
  method: "GET" | "POST";
  path: string;
  /** The group it is shown in. */
  tag:
    | "Authentication"
    | "Sending"
    | "Queries"
    | "Webhooks"
    | "Numbers"
    | "Legacy"
    | "Integrations"
    | "Simulator";
  /** A few words for a list, and what a newcomer should know, in Markdown. */
  summary: string;
  description: string;
  callers: Callers;
  /** `sentence` where nothing is said. */
  errorStyle?: ErrorStyle;
  /** Its parameters without the credentials. */
  request: Request;
  /** Of an integration: what stands in the query string, credentials included, while `request` is the body. */
  query?: z.ZodObject;
  /** The parameters whose values the log of requests has, and how. Of any other it has the name alone. */
  logged: Readonly<Record<string, LoggedAs>>;
  /** What a 200 answers; null for a 204 without a body. */
  response: Response;
  /** Errors beyond those that every operation can answer with. */
  errors: readonly ErrorCode[];
  /** Where it has another status for an error than all others (rules: error codes, integration errors). */
  statuses?: Statuses;
  /** All errors it ever answers with, where it has fewer than others. */
  onlyErrors?: readonly ErrorCode[];
  /** Whether the header `Idempotency-Key` makes it safe to repeat. */
  repeatable?: boolean;
  examples: readonly Example<Request, Response>[];
};

/** A request as it may be sent, in the sandbox where there is one, and what it is answered with. */
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
