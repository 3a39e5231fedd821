import { ZodError } from "zod";
import type { Carrier } from "@/lib/carriers/carrier";
import type { CarrierFacts, CarrierKind } from "@/lib/carriers/kinds";
import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";

/** A row of `carriers`, as far as it is needed to open it. */
export type CarrierRow = {
  id: number;
  name: string;
  kind: string;
  settings: unknown;
  encryptedSecrets: Uint8Array | null;
};

/** What carriers are opened with. */
export type Opening = {
  kinds: Readonly<Record<string, CarrierKind>>;
  /** What secrets are encrypted under. */
  authSecret: () => string;
};

/**
 * The carrier of a row, without its links.
 * @param more the operator's rules for all carriers of its kind, and whether it was open until just now.
 * @throws what `openingProblem` says in words.
 */
export function openCarrier(
  row: CarrierRow,
  { kinds, authSecret }: Opening,
  db: Database,
  more: Pick<CarrierFacts, "errorRules" | "isReopened"> = {},
): Carrier {
  const { id, name } = row;
  const kind = kinds[row.kind];
  if (!kind) throw new SetupError(`There is no carrier of the kind ${JSON.stringify(row.kind)}.`);
  return kind.open({ id, name, given: given(row, authSecret), db, ...more });
}

/** The settings of a row with its secrets. */
function given({ settings, encryptedSecrets }: CarrierRow, authSecret: () => string): unknown {
  if (encryptedSecrets === null) return settings;
  let secrets: string;
  try {
    secrets = decrypt(encryptedSecrets, authSecret());
  } catch {
    throw new SetupError("Its secrets were encrypted under another AUTH_SECRET: set them again.");
  }
  return { ...(settings as object), ...(JSON.parse(secrets) as object) };
}

/** What is wrong with a row, in words that may be shown. */
class SetupError extends Error {}

/** Why a row could not be opened. Never a value that was given: it may be a secret. */
export function openingProblem(error: unknown): string {
  if (error instanceof SetupError) return error.message;
  if (error instanceof ZodError) {
    const { path, code } = error.issues[0] ?? { path: [], code: "custom" };
    return `Its setting ${JSON.stringify(path.join("."))} is not valid (${code}).`;
  }
  return "It could not be opened.";
}
