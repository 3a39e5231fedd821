import { type ErrorRule, type ErrorRules, rulesByKind } from "@/lib/carriers/error-rules";
import { CARRIER_KINDS } from "@/lib/carriers/process/all-kinds";
import { type KeptErrorRule, MAX_RULES, readCode, withoutUnused } from "@/lib/carriers/setup/error-rule-list";
import { lockRoutesStatement } from "@/lib/carriers/setup/route-rows.sql";
import { USUAL_TRIES } from "@/lib/carriers/smpp/settings";
import { ERROR_ACTIONS, type ErrorAction, type ErrorKind } from "@/lib/contracts/base/error-actions";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

const MAX_NETWORKS = 100;

/** The default wait before a retry. */
const USUAL_DELAY_MS = 30_000;

const KINDS = Object.keys(ERROR_ACTIONS) as ErrorKind[];

/** A rule with the meaning of its code, and the names of networks with a different rule for it. */
export type ExplainedErrorRule = KeptErrorRule & {
  name: string | null;
  cause: string | null;
  /** The outcome without the rule; null if it depends on the answer's status. */
  usual: ErrorRule | null;
  exceptions: string[];
};

/** Returns all rules for networks' errors, sorted by kind and code. */
export async function readErrorRules(db: Queryable): Promise<KeptErrorRule[]> {
  const rows = await db.prisma.carrierErrorRule.findMany({ orderBy: [{ kind: "asc" }, { code: "asc" }] });
  return rows.map((row) => ({ ...row, kind: row.kind as ErrorKind, action: row.action as ErrorAction }));
}

/** Returns the rules for all networks of a kind, in the form for opening a carrier. */
export async function errorRulesFor(db: Queryable, kind: string): Promise<ErrorRules> {
  return rulesByKind(await readErrorRules(db)).get(kind) ?? new Map();
}

/** Returns all rules with the meaning of each (rules: network errors). */
export async function listErrorRules(db: Queryable): Promise<ExplainedErrorRule[]> {
  const rules = await readErrorRules(db);
  if (rules.length === 0) return [];
  const networks = await db.prisma.carrier.findMany({
    orderBy: { id: "asc" },
    take: MAX_NETWORKS,
    select: { name: true, kind: true, settings: true },
  });
  return rules.map((rule) => {
    const {
      name = null,
      cause = null,
      usual = null,
    } = CARRIER_KINDS[rule.kind]?.knownError?.(rule.code) ?? {};
    const others = networks.filter((one) => one.kind === rule.kind && hasOwnRule(one.settings, rule.code));
    return { ...rule, name, cause, usual, exceptions: others.map((one) => one.name) };
  });
}

/** Returns the codes with a known meaning, by kind, with their causes in words. */
export function knownErrors(): { kind: ErrorKind; code: string; cause: string }[] {
  return KINDS.flatMap((kind) =>
    (CARRIER_KINDS[kind]?.knownCodes?.() ?? []).map((code) => ({
      kind,
      code,
      cause: CARRIER_KINDS[kind]?.knownError?.(code).cause ?? "",
    })),
  );
}

/** Returns whether a network's settings contain a rule for a code. */
function hasOwnRule(settings: unknown, code: string): boolean {
  const { errors, api } = (settings ?? {}) as { errors?: object; api?: { errors?: object } };
  return Object.hasOwn(errors ?? {}, code) || Object.hasOwn(api?.errors ?? {}, code);
}

/** A rule to set. An omitted wait gets the default. */
export type GivenErrorRule = {
  kind: string;
  code: string;
  action: string;
  delayMs?: number | undefined;
  tries?: number | undefined;
};

/**
 * Sets the rule for a code for all networks of a kind, and replaces an existing one (rules: network errors).
 * Servers apply it within seconds, without reopening a network.
 * @throws GatewayError `invalid_parameter` that names the problem; `conflict` if there are too many rules.
 */
export async function setErrorRule(tx: Transaction, given: GivenErrorRule): Promise<KeptErrorRule> {
  const kind = kindNamed(given.kind);
  const action = actionNamed(kind, given.action);
  const code = readCode(kind, given.code);
  if (action !== "later" && (given.delayMs !== undefined || given.tries !== undefined))
    throw invalid(`A rule with a wait or tries must have the action 'later'. It has '${action}'.`);
  const { delayMs = USUAL_DELAY_MS, tries = kind === "smpp" ? USUAL_TRIES : null } = given;
  const rule = withoutUnused({ kind, code, action, delayMs, tries });
  await tx.query(lockRoutesStatement());
  const known = await tx.prisma.carrierErrorRule.count({ where: { kind, code: { not: code } } });
  if (known >= MAX_RULES)
    throw new GatewayError("conflict", `There are ${MAX_RULES} rules for ${kind} already.`);
  await tx.prisma.carrierErrorRule.upsert({
    where: { kind_code: { kind, code } },
    create: rule,
    update: rule,
  });
  return rule;
}

/**
 * Removes a rule, so that the default applies again.
 * @throws GatewayError `not_found` if there is no such rule, and the errors of `setErrorRule`.
 */
export async function removeErrorRule(
  tx: Transaction,
  given: { kind: string; code: string },
): Promise<{ kind: ErrorKind; code: string; removed: true }> {
  const kind = kindNamed(given.kind);
  const code = readCode(kind, given.code);
  await tx.query(lockRoutesStatement());
  const { count } = await tx.prisma.carrierErrorRule.deleteMany({ where: { kind, code } });
  if (count === 0) throw new GatewayError("not_found", `There is no rule for ${code} of ${kind}.`);
  return { kind, code, removed: true };
}

/** Replaces all rules. */
export async function writeErrorRules(tx: Transaction, rules: KeptErrorRule[]): Promise<void> {
  await tx.prisma.carrierErrorRule.deleteMany({});
  await tx.prisma.carrierErrorRule.createMany({ data: rules });
}

function kindNamed(name: string): ErrorKind {
  const kind = KINDS.find((one) => one === name);
  if (kind) return kind;
  throw invalid(`The kind must be one of ${KINDS.join(", ")}.`);
}

function actionNamed(kind: ErrorKind, name: string): ErrorAction {
  const actions: readonly ErrorAction[] = ERROR_ACTIONS[kind];
  const action = actions.find((one) => one === name);
  if (action) return action;
  throw invalid(`The action of a rule for ${kind} must be one of ${actions.join(", ")}.`);
}

function invalid(sentence: string): GatewayError {
  return new GatewayError("invalid_parameter", sentence);
}
