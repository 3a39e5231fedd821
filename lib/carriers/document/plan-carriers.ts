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

/** Whether a document states a carrier, or did so before; null for one that was created manually. */
export type Declared = "stated" | "withdrawn";

/** A carrier's row, with what a document is compared with. */
export type KnownRow = CarrierRow & { declared: string | null };

/** What is done with one carrier. `changed` names what of its settings is other; never a value. */
export type CarrierStep =
  | { do: "add"; name: string; kind: string; given: Record<string, unknown> }
  | { do: "change"; name: string; kind: CarrierKind; given: Record<string, unknown>; changed: string[] }
  | { do: "withdraw"; name: string };

/**
 * What a document is read with. `variableOf` gives secrets, and `adopts` says whether carriers that were made by hand
 * become the document's.
 */
export type DocumentSetup = Setup & { variableOf: VariableOf; adopts: boolean };

/**
 * What has to be done so that the carriers are as a document states them, and every problem that keeps it from being done.
 * A carrier of the document that it states no more is drained, since its receipts still come (rules: networks document).
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
 * Stated settings, with what a row has that a document need not state: a secret of ours, and whether an administrator
 * drains it. One that was withdrawn takes messages again.
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

/** The names of the settings and secrets that are other than a row's, sorted. */
function changesOf(row: KnownRow, given: Record<string, unknown>, authSecret: string): string[] {
  const before: Record<string, unknown> = {
    ...(row.settings as Record<string, unknown>),
    ...keptSecrets(row, authSecret),
  };
  const names = new Set([...Object.keys(before), ...Object.keys(given)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], plain(given[name]))).sort();
}

/** A value as JSON keeps it. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
