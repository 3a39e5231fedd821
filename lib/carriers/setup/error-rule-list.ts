import { z } from "zod";
import type { ErrorRule } from "@/lib/carriers/error-rules";
import { httpErrorRule, MAX_CODE_LENGTH } from "@/lib/carriers/http/declared-api";
import { smppErrorRule } from "@/lib/carriers/smpp/settings";
import type { ErrorKind } from "@/lib/contracts/base/error-actions";
import { GatewayError } from "@/lib/errors";
import { formatStatus } from "@/lib/smpp/pdu/status";

/** The most rules of a kind. */
export const MAX_RULES = 500;

const SMPP_STATUS = /^0x[0-9a-f]{1,8}$/i;
const HTTP_STATUS = /^HTTP\b/i;
const WHOLE_HTTP_STATUS = /^HTTP [2-5]\d\d$/;

const NO_SMPP_CODE = "must be a status of SMPP, such as 0x0000000B";
const NO_HTTP_CODE = `must be a provider's code of at most ${MAX_CODE_LENGTH} characters, or a status such as HTTP 404`;

const READ_CODE: Record<ErrorKind, (given: string) => string> = { smpp: smppCode, http: httpCode };

/**
 * Returns a code in the normal form of rules, such as `0x0000000B` for `0xb`.
 * @throws GatewayError `invalid_parameter` for a code that no network of the kind could return.
 */
export function readCode(kind: ErrorKind, given: string): string {
  return READ_CODE[kind](given.trim());
}

function smppCode(given: string): string {
  if (!SMPP_STATUS.test(given) || Number(given) === 0) throw invalid(`The code ${NO_SMPP_CODE}.`);
  return formatStatus(Number(given));
}

function httpCode(given: string): string {
  const code = HTTP_STATUS.test(given) ? given.toUpperCase() : given;
  const isCode = code.length > 0 && code.length <= MAX_CODE_LENGTH && !/\p{Cc}/u.test(code);
  if (!isCode || (HTTP_STATUS.test(code) && !WHOLE_HTTP_STATUS.test(code)))
    throw invalid(`The code ${NO_HTTP_CODE}.`);
  return code;
}

/** Returns the schema of rules by code. Each code must be in the form of `readCode`. */
function rulesOf<Rule extends z.ZodType>(kind: ErrorKind, rule: Rule) {
  return z
    .record(z.string(), rule)
    .superRefine((rules, context) => {
      const codes = Object.keys(rules);
      if (codes.length > MAX_RULES)
        context.addIssue({ code: "custom", message: `must be at most ${MAX_RULES}` });
      for (const code of codes.slice(0, MAX_RULES))
        if (!isCode(kind, code))
          context.addIssue({
            code: "custom",
            path: [code.slice(0, MAX_CODE_LENGTH)],
            message: kind === "smpp" ? NO_SMPP_CODE : NO_HTTP_CODE,
          });
    })
    .optional();
}

function isCode(kind: ErrorKind, code: string): boolean {
  try {
    return readCode(kind, code) === code;
  } catch {
    return false;
  }
}

/**
 * The operator's rules for all networks of each kind, in the form of one network's settings
 * (rules: network errors).
 */
export const errorRuleList = z.strictObject({
  smpp: rulesOf("smpp", smppErrorRule),
  http: rulesOf("http", httpErrorRule.omit({ cause: true })),
});

export type WrittenErrorRules = z.output<typeof errorRuleList>;

/** A stored rule with its kind and code. */
export type KeptErrorRule = ErrorRule & { kind: ErrorKind; code: string };

/** Returns written rules in their stored form, sorted. */
export function asKept({ smpp = {}, http = {} }: WrittenErrorRules): KeptErrorRule[] {
  const rules = [
    ...Object.entries(smpp).map(([code, rule]): KeptErrorRule => ({ kind: "smpp", code, ...rule })),
    ...Object.entries(http).map(
      ([code, { action, afterMs, tries }]): KeptErrorRule => ({
        kind: "http",
        code,
        action,
        delayMs: afterMs,
        tries: tries ?? null,
      }),
    ),
  ];
  return rules.map(withoutUnused).sort(inOrder);
}

/** Returns stored rules in their written form. A kind without rules is omitted. */
export function asWrittenRules(rules: readonly KeptErrorRule[]): WrittenErrorRules {
  const of = (kind: ErrorKind) => [...rules].filter((rule) => rule.kind === kind).sort(inOrder);
  const written = {
    smpp: of("smpp").map(({ code, action, delayMs, tries }) => [
      code,
      action === "later" ? { action, delayMs, ...(tries !== null && { tries }) } : { action },
    ]),
    http: of("http").map(({ code, action, delayMs, tries }) => [
      code,
      action === "later" ? { action, afterMs: delayMs, ...(tries !== null && { tries }) } : { action },
    ]),
  };
  const given = Object.entries(written).filter(([, entries]) => entries.length > 0);
  return Object.fromEntries(given.map(([kind, entries]) => [kind, Object.fromEntries(entries)]));
}

/** Drops the wait and the tries of a rule whose action is not `later`. */
export function withoutUnused(rule: KeptErrorRule): KeptErrorRule {
  return rule.action === "later" ? rule : { ...rule, delayMs: 0, tries: null };
}

function inOrder(one: KeptErrorRule, other: KeptErrorRule): number {
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1;
  return one.code < other.code ? -1 : 1;
}

function invalid(sentence: string): GatewayError {
  return new GatewayError("invalid_parameter", sentence);
}
