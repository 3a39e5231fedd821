import { isDeepStrictEqual } from "node:util";
import {
  type NetworksDocument,
  placeOf,
  type VariableOf,
  withVariables,
} from "@/lib/carriers/document/document";
import type { CarrierKind } from "@/lib/carriers/kinds";
import type { CarrierRow } from "@/lib/carriers/open-carrier";
import { keptSecrets, newKind, type Setup, settingsProblems } from "@/lib/carriers/setup/carrier-rows";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * The relation of a carrier to the document: the document states it, or did so earlier. A manually created
 * carrier has null.
 */
export type DocumentState = "stated" | "withdrawn";

/** A carrier's row with `declared`, as it is compared with a document. */
export type KnownRow = CarrierRow & { declared: string | null };

/** A change of one carrier. `changed` names the settings that differ, without their values. */
export type CarrierStep =
  | { do: "add"; name: string; kind: string; given: Record<string, unknown> }
  | { do: "change"; name: string; kind: CarrierKind; given: Record<string, unknown>; changed: string[] }
  | { do: "withdraw"; name: string };

/**
 * The terms of reading a document. `variableOf` returns secrets. With `adopts`, the document takes over
 * manually created carriers.
 */
export type DocumentSetup = Setup & { variableOf: VariableOf; adopts: boolean };

/**
 * Plans the changes that make the carriers match a document, and lists every problem that prevents them. A
 * carrier that the document no longer states is drained, because its receipts still arrive
 * (rules: networks document).
 */
export function planCarriers(
  document: NetworksDocument,
  rows: readonly KnownRow[],
  setup: DocumentSetup,
  db: Database,
): { steps: CarrierStep[]; problems: string[] } {
  const problems: string[] = [];
  const byName = new Map(rows.map((row) => [row.name, row]));
  const steps = Object.entries(document.carriers).flatMap(([name, stated]): CarrierStep[] => {
    const path = ["carriers", name];
    const row = byName.get(name);
    const { kind: kindName } = stated;
    const kind = kindOf({ name, kind: kindName }, setup.hasServer, problems);
    if (!kind) return [];
    if (row && row.kind !== kindName)
      problems.push(
        `${placeOf([...path, "kind"])}: ${name} is ${row.kind} already: give another one a name of its own.`,
      );
    if (row?.declared === null && !setup.adopts)
      problems.push(`${placeOf(path)}: there is a carrier ${name} that was created manually.`);
    const { secretNames } = kind;
    const where = { secretNames, variableOf: setup.variableOf, path: [...path, "settings"] };
    const given = withKept(withVariables(stated.settings, where, problems), { row, kind, ...setup });
    for (const { path: at, message } of settingsProblems(kind, given, db))
      problems.push(`${placeOf([...path, "settings", ...at])}: ${message}.`);
    if (!row) return [{ do: "add", name, kind: kindName, given }];
    const changed = changesOf(row, given, setup.authSecret);
    if (row.declared !== "stated") changed.push("the document states it");
    return changed.length > 0 ? [{ do: "change", name, kind, given, changed }] : [];
  });
  const withdrawn = rows.filter(
    ({ name, declared }) => declared === "stated" && !Object.hasOwn(document.carriers, name),
  );
  return { steps: [...steps, ...withdrawn.map(({ name }) => ({ do: "withdraw", name }) as const)], problems };
}

function kindOf(
  carrier: Parameters<typeof newKind>[0],
  hasServer: boolean,
  problems: string[],
): CarrierKind | undefined {
  try {
    return newKind(carrier, hasServer);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    problems.push(`${placeOf(["carriers", carrier.name])}: ${error.message}`);
    return undefined;
  }
}

/**
 * Returns stated settings with a row's values that a document need not state: a generated secret, and an
 * administrator's decision to drain. A withdrawn carrier accepts messages again.
 */
function withKept(
  given: Record<string, unknown>,
  { row, kind, authSecret }: { row: KnownRow | undefined; kind: CarrierKind; authSecret: string },
): Record<string, unknown> {
  const made = kind.complete?.(given) ?? given;
  if (!row) return made;
  const secrets = keptSecrets(row, authSecret);
  const { isDraining } = row.settings as { isDraining?: unknown };
  const ours = Object.keys(made).filter((name) => !(name in given) && name in secrets);
  return {
    ...(isDraining === undefined || row.declared === "withdrawn" ? {} : { isDraining }),
    ...made,
    ...Object.fromEntries(ours.map((name) => [name, secrets[name]])),
  };
}

/** Returns the names of the settings and secrets that differ from a row's, sorted. */
function changesOf(row: KnownRow, given: Record<string, unknown>, authSecret: string): string[] {
  const before: Record<string, unknown> = {
    ...(row.settings as Record<string, unknown>),
    ...keptSecrets(row, authSecret),
  };
  const names = new Set([...Object.keys(before), ...Object.keys(given)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], plain(given[name]))).sort();
}

/** Returns a value in the form that JSON stores. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
