import { holdersStatement } from "@/lib/auth/directory/credentials.sql";
import { BoundedMap } from "@/lib/bounded-map";
import { cellOfCredential } from "@/lib/cell-numbers";
import { hashSecret } from "@/lib/crypto/secrets";
import { cellOf, knownDatabase } from "@/lib/db/cells/cells";
import { movedVersion, targetsOf } from "@/lib/db/cells/moved";
import type { Database } from "@/lib/db/client";
import { inCallerTurn } from "@/lib/db/locks/caller-turns";
import { storable } from "@/lib/db/storable";
import { databaseFailure } from "@/lib/db/unavailable";
import { processWide } from "@/lib/process-wide";

/** The most cached credentials. The oldest are dropped first. */
const MAX_REMEMBERED = 20_000;

/** The cells of credentials, keyed by their hashes. They are valid until the next move becomes known. */
type CredentialCells = { version: number; cells: BoundedMap<number> };

const remembered = processWide<CredentialCells | undefined>("gatewayCredentialCells", () => undefined);

/**
 * Returns the database of a credential, according to the number in it; home for an unknown number. If accounts have
 * moved away from that cell, it also searches their current cells (rules: moving an account).
 * @param turn the turn in which the cells are asked (rules: look-ups).
 */
export async function databaseOfCredential(
  home: Database,
  credential: string,
  turn: string,
): Promise<Database> {
  const number = cellOfCredential(credential);
  const named = knownDatabase(home, number);
  // The accounts of a removed cell have moved to other cells.
  const targets = targetsOf(number);
  if (targets.size === 0) return named;
  const hash = hashSecret(credential);
  const name = hash.toString("base64");
  const known = rememberedNow();
  const found = known.get(name);
  if (found !== undefined) return knownDatabase(home, found);
  let failure: unknown;
  for (const cell of new Set([named.cell, ...targets])) {
    const db = knownDatabase(home, cell);
    try {
      const holders = await inCallerTurn(db, turn, () =>
        db.query<{ accountId: number }>(holdersStatement(storable(credential), hash)),
      );
      // Rows in a cell that the account has left do not count.
      if (!holders.some(({ accountId }) => cellOf(accountId) === cell)) continue;
      known.set(name, cell);
      return db;
    } catch (error) {
      if (databaseFailure(error) === null) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return named;
}

function rememberedNow(): BoundedMap<number> {
  const version = movedVersion();
  const { value } = remembered;
  if (value?.version === version) return value.cells;
  const cells = new BoundedMap<number>(MAX_REMEMBERED);
  remembered.value = { version, cells };
  return cells;
}
