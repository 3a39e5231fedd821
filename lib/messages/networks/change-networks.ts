import { type Actor, type Details, recordActivity } from "@/lib/activity/record-activity";
import {
  blockRange as block,
  type GivenRange,
  unblockRange as unblock,
} from "@/lib/carriers/setup/blocked-rows";
import {
  addCarrier,
  changeCarrier,
  drainCarrier,
  enableCarrier,
  type NewCarrier,
  removeCarrier,
  type Setup,
} from "@/lib/carriers/setup/carrier-rows";
import {
  removeErrorRule as forget,
  type GivenErrorRule,
  setErrorRule as keep,
} from "@/lib/carriers/setup/error-rule-rows";
import { replaceRoutes } from "@/lib/carriers/setup/route-rows";
import type { Database, Transaction } from "@/lib/db/client";

/**
 * The administrator who makes a change, and the time. The same transaction records it in that administrator's
 * activity.
 */
export type By = { actor: Actor; now: Date };

type Line = { action: "network_changed" | "routes_changed" | "error_rule_changed"; details: Details };

/** Makes a change, and records it in the activity in the same transaction (rules: activity). */
export async function changing(
  db: Database,
  { actor, now }: By,
  change: (tx: Transaction) => Promise<Line>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const line = await change(tx);
    await recordActivity(tx, { accountId: actor.accountId, actor, ...line }, now);
  });
}

/** Returns the activity for a change of a network. */
export const network = (change: string, name: string, more: Details = {}): Line => ({
  action: "network_changed",
  details: { change, network: name, ...more },
});

/**
 * Connects a network (rules: carriers). Throws like `addCarrier`.
 * @returns the addresses to set up at the network. They are not shown again.
 */
export async function addNetwork(
  db: Database,
  given: NewCarrier,
  setup: Setup,
  by: By,
): Promise<Readonly<Record<string, string>>> {
  let told: Readonly<Record<string, string>> = {};
  await changing(db, by, async (tx) => {
    const { name, kind, addresses } = await addCarrier(db, given, setup, tx);
    told = addresses ?? {};
    return network("added", name, { kind });
  });
  return told;
}

/** Replaces the settings of a network. Throws like `changeCarrier`. */
export async function changeNetwork(
  db: Database,
  given: Omit<NewCarrier, "kind">,
  authSecret: string,
  by: By,
): Promise<void> {
  await changing(db, by, async (tx) => {
    const { changed } = await changeCarrier(tx, given, { authSecret, db });
    return network("changed", given.name, { settings: changed.join(" ") });
  });
}

/** Drains a network, or ends that. Throws `not_found`. */
export async function drainNetwork(
  db: Database,
  { name, isDraining }: { name: string; isDraining: boolean },
  by: By,
): Promise<void> {
  await changing(db, by, async (tx) => {
    await drainCarrier(tx, name, isDraining);
    return network(isDraining ? "drained" : "takes messages again", name);
  });
}

/** Enables or disables a network. Throws `not_found`. */
export async function enableNetwork(
  db: Database,
  { name, enabled }: { name: string; enabled: boolean },
  by: By,
): Promise<void> {
  await changing(db, by, async (tx) => {
    await enableCarrier(tx, name, enabled);
    return network(enabled ? "enabled" : "disabled", name);
  });
}

/** Removes a network. Throws like `removeCarrier`. */
export async function removeNetwork(db: Database, name: string, by: By): Promise<void> {
  await changing(db, by, async (tx) => {
    await removeCarrier(tx, name, db);
    return network("removed", name);
  });
}

/** Replaces all routes and senders (rules: routes). Throws like `replaceRoutes` of `lib/carriers`. */
export async function replaceAllRoutes(db: Database, file: unknown, by: By): Promise<void> {
  await changing(db, by, async (tx) => {
    const { routes } = await replaceRoutes(tx, file);
    return { action: "routes_changed", details: { routes } };
  });
}

/**
 * Blocks a range of numbers or adds an exception (rules: blocked destinations). Throws like `block` of
 * `lib/carriers`.
 */
export async function blockRange(db: Database, given: GivenRange, by: By): Promise<void> {
  await changing(db, by, async (tx) => {
    const { prefix, isException } = await block(tx, given);
    return { action: "routes_changed", details: { [isException ? "excepted" : "blocked"]: prefix } };
  });
}

/** Removes a blocked range or an exception. Throws like `unblock` of `lib/carriers`. */
export async function unblockRange(db: Database, prefix: string, by: By): Promise<void> {
  await changing(db, by, async (tx) => {
    const removed = await unblock(tx, prefix);
    return { action: "routes_changed", details: { unblocked: removed.prefix } };
  });
}

/**
 * Sets the action after an error of all networks of a kind (rules: network errors). Throws like `keep` of
 * `lib/carriers`.
 */
export async function setErrorRule(db: Database, given: GivenErrorRule, by: By): Promise<void> {
  await changing(db, by, async (tx) => {
    const { kind, code, action } = await keep(tx, given);
    return { action: "error_rule_changed", details: { kind, code, outcome: action } };
  });
}

/** Removes such a rule. Throws like `forget` of `lib/carriers`. */
export async function removeErrorRule(
  db: Database,
  given: { kind: string; code: string },
  by: By,
): Promise<void> {
  await changing(db, by, async (tx) => {
    const { kind, code } = await forget(tx, given);
    return { action: "error_rule_changed", details: { kind, code, outcome: "removed" } };
  });
}
