import {
  carrierNamed,
  changeCarrier,
  keptSecrets,
  kindNamed,
  type Setup,
  settingsProblems,
} from "@/lib/carriers/setup/carrier-rows";
import { lockCarrierStatement } from "@/lib/carriers/setup/carrier-rows.sql";
import type { Database, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

type Settings = Record<string, unknown>;

/**
 * A new value for one setting. `path` has dots between the names of nested settings, such as
 * `timers.responseTimeoutMs`. `value` is JSON or plain text; null restores the default.
 */
export type SettingChange = { name: string; path: string; value: string | null };

/**
 * Reads a carrier's settings, changes one and saves all of them as `changeCarrier` does.
 * @param tx a transaction of `db`.
 * @returns `changed`: the changed top-level settings; empty if the value was the same.
 * @throws GatewayError `not_found` for an unknown carrier, `invalid_parameter` with the name of the wrong setting.
 */
export async function changeSetting(
  tx: Transaction,
  { name, path, value }: SettingChange,
  setup: Pick<Setup, "authSecret"> & { db: Database },
): Promise<{ name: string; changed: string[] }> {
  // Two changes at once must not undo each other.
  await tx.query(lockCarrierStatement(name));
  const row = await carrierNamed(tx, name);
  const kind = kindNamed(row.kind);
  const names = path.split(".");
  const [top = ""] = names;
  const secrets = keptSecrets(row, setup.authSecret);
  const before = { ...(row.settings as Settings), ...secrets };
  const after = chooseReading(
    readingsOf(value).map((reading) => withValue(before, names, reading) as Settings),
    (settings) => settingsProblems(kind, settings, setup.db).length === 0,
  );
  // An unchanged secret is not a change.
  const isGiven = ([setting]: [string, unknown]) => setting === top || !kind.secretNames.includes(setting);
  const given = Object.fromEntries(Object.entries(after).filter(isGiven));
  const { changed } = await changeCarrier(tx, { name, given }, setup);
  return { name, changed };
}

/** Returns whether a setting is a secret or part of one. */
export async function isSecretSetting(db: Database, { name, path }: Omit<SettingChange, "value">) {
  const { kind } = await carrierNamed(db, name);
  return kindNamed(kind).secretNames.includes(path.split(".", 1)[0] ?? "");
}

/** Returns the possible values of a text: first as JSON, then as itself. A password may consist of digits. */
function readingsOf(value: string | null): unknown[] {
  if (value === null) return [undefined];
  try {
    return [JSON.parse(value), value];
  } catch {
    return [value];
  }
}

/** Returns the first accepted reading; the first of all if none is accepted. */
function chooseReading(readings: Settings[], isAccepted: (settings: Settings) => boolean): Settings {
  return readings.find(isAccepted) ?? (readings[0] as Settings);
}

/** Returns a copy of nested settings with one value replaced. */
function withValue(settings: unknown, names: readonly string[], value: unknown): unknown {
  const [first, ...rest] = names;
  if (first === undefined) return value;
  if (first === "") throw new GatewayError("invalid_parameter", "The name of a setting has an empty part.");
  const isNested = typeof settings === "object" && settings !== null && !Array.isArray(settings);
  const own: Settings = isNested ? (settings as Settings) : {};
  const inner = Object.hasOwn(own, first) ? own[first] : undefined;
  return { ...own, [first]: withValue(inner, rest, value) };
}
