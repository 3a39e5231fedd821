import type { oas31, ZodOpenApiResponseObject } from "zod-openapi";
import { ERRORS, type ErrorCode } from "@/lib/contracts/base/error";
import type { Callers, ErrorStyle, Operation } from "@/lib/contracts/base/operation";
import { type HeaderName, headers } from "@/lib/openapi/headers";

type Content = NonNullable<ZodOpenApiResponseObject["content"]>;
type DocumentedErrors = { status: number; codes: ErrorCode[] };

/** The errors of every operation. */
const OF_EVERY_OPERATION: readonly ErrorCode[] = [
  "invalid_request",
  "invalid_parameter",
  "missing_parameter",
  "method_not_allowed",
  "too_many_requests",
  "internal_error",
  "unavailable",
];

/** The further errors of every request with a body. */
const OF_EVERY_BODY: readonly ErrorCode[] = ["body_too_large", "unsupported_media_type"];

/** The errors for wrong credentials. */
const CREDENTIAL_ERRORS: Readonly<Record<Callers, readonly ErrorCode[]>> = {
  anyone: [],
  account: ["invalid_credentials"],
  "account-or-basic": ["invalid_credentials"],
  legacy: ["invalid_credentials"],
  integration: ["invalid_key"],
  addin: ["invalid_key"],
};

/** The statuses that plain text has beside 400 (rules: legacy errors). */
const TEXT_STATUSES: readonly number[] = [401, 404, 405, 429, 500, 503];

/** Returns the errors of an operation, its own and the common ones, by the status that its style gives them. */
export function errorsOf(operation: Operation): DocumentedErrors[] {
  const style = operation.errorStyle ?? "sentence";
  const codes = new Set<ErrorCode>(
    operation.onlyErrors ?? [
      ...OF_EVERY_OPERATION,
      ...(operation.method === "POST" ? OF_EVERY_BODY : []),
      ...CREDENTIAL_ERRORS[operation.callers],
      ...operation.errors,
    ],
  );
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const status = operation.statuses?.[code] ?? statusOf(code, style);
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(wordOf(code, style)));
  }
  return [...byStatus]
    .map(([status, words]) => ({ status, codes: [...words] }))
    .sort((one, other) => one.status - other.status);
}

function statusOf(code: ErrorCode, style: ErrorStyle): number {
  const { status } = ERRORS[code];
  return style !== "text" || TEXT_STATUSES.includes(status) ? status : 400;
}

/** Returns the code of an error. For tokens, every 400 is an `invalid_request` (rules: token errors). */
function wordOf(code: ErrorCode, style: ErrorStyle): ErrorCode {
  return style === "oauth" && ERRORS[code].status === 400 ? "invalid_request" : code;
}

/** The names of responses that are the same for all operations of accounts with errors in sentences, by status. */
const SHARED_NAMES: Readonly<Record<number, string>> = {
  401: "InvalidCredentials",
  405: "MethodNotAllowed",
  413: "BodyTooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
};

/** Returns the error responses of an operation, by status. */
export function errorResponses(
  operation: Operation,
): Record<string, ZodOpenApiResponseObject | oas31.ReferenceObject> {
  const { callers, errorStyle } = operation;
  const isUsual = callers.startsWith("account") && errorStyle === undefined;
  return Object.fromEntries(
    errorsOf(operation).map((errors) => {
      const name = isUsual ? SHARED_NAMES[errors.status] : undefined;
      const response =
        name === undefined ? errorResponse(errors, operation) : { $ref: `#/components/responses/${name}` };
      return [String(errors.status), response];
    }),
  );
}

function errorResponse(
  { status, codes }: DocumentedErrors,
  operation: Pick<Operation, "callers" | "errorStyle">,
): ZodOpenApiResponseObject {
  const style = operation.errorStyle ?? "sentence";
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join("\n\n"),
    headers: headers(...headersOf(status, operation)),
    content: style === "text" ? textContent() : jsonContent(codes, style),
  };
}

function headersOf(
  status: number,
  { callers, errorStyle }: Pick<Operation, "callers" | "errorStyle">,
): HeaderName[] {
  // The caller must be known before a request counts against a limit. An integration that is switched off is known
  // all the same.
  const isKnown = callers === "integration" || status !== 401;
  const isCounted = callers !== "anyone" && isKnown && status !== 405;
  return [
    "X-Request-Id",
    ...(isCounted ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(status === 401 && errorStyle === undefined && callers !== "integration"
      ? (["WWW-Authenticate"] as const)
      : []),
    ...(status === 405 ? (["Allow"] as const) : []),
    ...(status === 429 || status === 503 ? (["Retry-After"] as const) : []),
  ];
}

function jsonContent(codes: ErrorCode[], style: ErrorStyle): Content {
  const isCode = style === "oauth";
  const word = { type: "string" as const, enum: codes };
  return {
    "application/json": {
      schema: {
        allOf: [
          { $ref: "#/components/schemas/Error" },
          { properties: { code: word, ...(isCode ? { error: word } : {}) } },
        ],
      },
      examples: Object.fromEntries(
        codes.map((code) => {
          const sentence = ERRORS[code].when.replaceAll("`", "'");
          const told = isCode ? { error: code, message: sentence } : { error: sentence };
          return [code, { summary: code, value: { success: false, ...told, code } }];
        }),
      ),
    },
  };
}

function textContent(): Content {
  return {
    "text/plain": {
      schema: { type: "string", pattern: "^ERROR:.+$" },
      examples: { error: { summary: "The reason", value: "ERROR:Parameter 'cellnum' is required." } },
    },
  };
}

/** The shared responses by their names. */
export const SHARED_RESPONSES: Readonly<Record<string, ZodOpenApiResponseObject>> = Object.fromEntries(
  Object.entries(SHARED_NAMES).map(([status, name]) => {
    const codes = (Object.keys(ERRORS) as ErrorCode[]).filter(
      (code) =>
        String(ERRORS[code].status) === status &&
        !["invalid_client", "invalid_key", "second_factor_required", "temporarily_unavailable"].includes(
          code,
        ),
    );
    return [name, errorResponse({ status: Number(status), codes }, { callers: "account" })];
  }),
);
