import { z } from "zod";
import { ERROR_ACTIONS } from "@/lib/contracts/base/error-actions";

/**
 * The names that a template may contain as `{name}`: values of the message, and the credentials. Templates
 * have no other syntax.
 */
export const TEMPLATE_NAMES = [
  "sender",
  "senderE164",
  "msisdn",
  "text",
  "id",
  "reportUrl",
  "coding",
  "encoding",
  "validityMinutes",
  "validitySeconds",
  "username",
  "password",
  "basicAuth",
] as const;

const NAME = /\{(\w*)\}/g;
const MAX_TEMPLATE = 2_000;
export const MAX_CODE_LENGTH = 64;
const DAY_MS = 86_400_000;

const template = z
  .string()
  .max(MAX_TEMPLATE)
  .refine(
    (text) =>
      [...text.matchAll(NAME)].every(([, name = ""]) => (TEMPLATE_NAMES as readonly string[]).includes(name)),
    `may name ${TEMPLATE_NAMES.join(", ")} alone`,
  );

/** The template of a header's value. A text may contain characters that no header can, such as a new line. */
const headerTemplate = template.refine(
  (value) => !value.includes("{text}"),
  "may not name text, which no header can carry",
);

const url = template.refine(
  (text) => /^https?:\/\//.test(text) && URL.canParse(text.replace(NAME, "x")),
  "must be an http:// or https:// address",
);

const pattern = z.string().max(500).refine(isPattern, "must be a regular expression");

const pointer = z.string().max(200).regex(/^\//, "must be a JSON pointer");

/**
 * The place of a value in an answer: a JSON pointer, or the first group of a pattern that matches the
 * answer's beginning.
 */
const answerPlace = z.union([pointer, z.strictObject({ pattern })]);

/**
 * The place of a value in a webhook: a parameter's name or a JSON pointer, optionally with a pattern within
 * the value.
 */
const webhookPlace = z.union([
  z.string().min(1).max(200),
  z.strictObject({ at: z.string().min(1).max(200), pattern }),
]);

/** The handling of a refused message. `afterMs` and `tries` belong to `later`; `cause` is for people. */
export const httpErrorRule = z.strictObject({
  action: z.enum(ERROR_ACTIONS.http),
  afterMs: z.int().min(0).max(DAY_MS).default(30_000),
  /**
   * The number of tries after which the message is routed elsewhere. Unset: the retries continue while the
   * message is valid.
   */
  tries: z.int().min(1).max(100).optional(),
  cause: z.string().max(200).optional(),
});

/** Outcomes by the provider's own code, or by a status such as `HTTP 404`. */
export const errorRules = z.record(z.string().max(MAX_CODE_LENGTH), httpErrorRule);

const when = z.strictObject({ at: webhookPlace, isOneOf: z.array(z.string()).min(1) });

const reportForm = z.strictObject({
  /** Webhooks that do not match this condition concern something else. They are acknowledged. */
  when: when.optional(),
  reference: webhookPlace,
  status: webhookPlace,
  /** The report codes of the provider's words (rules: report codes). Null: the word brings no news. */
  statuses: z.record(z.string(), z.union([z.literal([1, 2, 4, 8, 16]), z.null()])),
  error: webhookPlace.optional(),
  time: webhookPlace.optional(),
  msisdn: webhookPlace.optional(),
  /** A value that distinguishes equal reports of one message, for example those of two parts. */
  part: webhookPlace.optional(),
});

const inboundForm = z.strictObject({
  when: when.optional(),
  reference: webhookPlace,
  from: webhookPlace,
  to: webhookPlace,
  text: webhookPlace,
  /** The coding of the text. If it is 2, the text is UTF-16BE in percent-encoding. */
  coding: webhookPlace.optional(),
  time: webhookPlace.optional(),
});

/**
 * The ways in which a webhook proves its origin. `token` is a secret of the gateway in the webhook's address.
 */
export const SIGNATURES = ["token", "twilio", "vonage", "telnyx"] as const;

/** The declaration of an HTTP API: its requests, answers and webhooks. */
export const declaredApi = z.strictObject({
  request: z.strictObject({
    method: z.enum(["GET", "POST"]),
    url,
    headers: z.record(z.string().regex(/^[\w-]+$/), headerTemplate).default({}),
    encoding: z.enum(["query", "form", "json"]),
    /** A field that consists of one name is omitted if the name has no value. */
    fields: z.record(z.string(), template),
    maxValiditySeconds: z.int().min(1).optional(),
  }),
  success: z.strictObject({
    statuses: z.array(z.int().min(200).max(299)).min(1),
    /** A value that a successful answer must also contain. */
    has: answerPlace.optional(),
  }),
  /** `ours`: the provider names the message by the gateway's id. */
  reference: z.union([z.literal("ours"), answerPlace]),
  errorCode: answerPlace.optional(),
  errors: errorRules.default({}),
  report: reportForm.optional(),
  inbound: inboundForm.optional(),
  signature: z.enum(SIGNATURES).default("token"),
});

export type DeclaredApi = z.output<typeof declaredApi>;
export type GivenApi = z.input<typeof declaredApi>;
export type AnswerPlace = z.output<typeof answerPlace>;
export type WebhookPlace = z.output<typeof webhookPlace>;
export type ReportForm = z.output<typeof reportForm>;
export type InboundForm = z.output<typeof inboundForm>;
export type HttpErrorRule = z.output<typeof httpErrorRule>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
