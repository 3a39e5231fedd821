import type { ErrorAction } from "@/lib/contracts/base/error-actions";

/**
 * A rule for messages that a network refuses with a code (rules: network errors). `delayMs` and `tries`
 * belong to `later`: after `tries` attempts the message is routed elsewhere. If `tries` is null, the retries
 * continue while the message is valid.
 */
export type ErrorRule = { action: ErrorAction; delayMs: number; tries: number | null };

/** An operator's rules for all networks of a kind, by code. */
export type ErrorRules = ReadonlyMap<string, ErrorRule>;

export const NO_RULES: ErrorRules = new Map();

/**
 * Applies a rule to a message that its carrier has deferred `before` times. After its number of `tries`,
 * `later` becomes `elsewhere` (rules: network errors).
 * @returns the rule to follow, and the new number of deferrals.
 */
export function countTry<Rule extends { action: string; tries?: number | null | undefined }>(
  rule: Rule,
  before: number,
): { rule: Rule | (Omit<Rule, "action"> & { action: "elsewhere" }); putOff: number } {
  if (rule.action !== "later" || typeof rule.tries !== "number") return { rule, putOff: before };
  const putOff = before + 1;
  return { rule: putOff < rule.tries ? rule : { ...rule, action: "elsewhere" }, putOff };
}

/** Groups rules by their kinds. */
export function rulesByKind(
  rows: readonly (ErrorRule & { kind: string; code: string })[],
): Map<string, Map<string, ErrorRule>> {
  const kinds = new Map<string, Map<string, ErrorRule>>();
  for (const { kind, code, ...rule } of rows) {
    const rules = kinds.get(kind) ?? new Map<string, ErrorRule>();
    kinds.set(kind, rules.set(code, rule));
  }
  return kinds;
}
