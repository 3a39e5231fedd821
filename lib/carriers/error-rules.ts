import type { ErrorAction } from "@/lib/contracts/base/error-actions";

/**
 * What becomes of a message that a network refuses with a code (rules: network errors). `delayMs` is for `later`, and so is
 * `tries`: after as many another network is asked; null: none while the message is valid.
 */
export type ErrorRule = { action: ErrorAction; delayMs: number; tries: number | null };

/** An operator's rules for all networks of a kind, by their codes. */
export type ErrorRules = ReadonlyMap<string, ErrorRule>;

export const NO_RULES: ErrorRules = new Map();

/**
 * A rule as it is followed for a message that its carrier has put off so often before: `later` is so often at most, and then
 * `elsewhere` (rules: network errors). @returns what follows, and how often it is put off by now.
 */
export function countTry<Rule extends { action: string; tries?: number | null | undefined }>(
  rule: Rule,
  before: number,
): { rule: Rule | (Omit<Rule, "action"> & { action: "elsewhere" }); putOff: number } {
  if (rule.action !== "later" || typeof rule.tries !== "number") return { rule, putOff: before };
  const putOff = before + 1;
  return { rule: putOff < rule.tries ? rule : { ...rule, action: "elsewhere" }, putOff };
}

/** Rules by the kinds that they are for. */
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
