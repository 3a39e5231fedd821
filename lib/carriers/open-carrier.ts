import { ZodError } from "zod";
import type { Carrier } from "@/lib/carriers/carrier";
import type { CarrierFacts, CarrierKind } from "@/lib/carriers/kinds";
import { decrypt } from "@/lib/crypto/encryption";
import type { Database } from "@/lib/db/client";

/** The columns of a row of `carriers` that are needed to open it. */
export type CarrierRow = {
  id: number;
  name: string;
  kind: string;
  settings: unknown;
  encryptedSecrets: Uint8Array | null;
};

/** The means of opening carriers. */
export type Opening = {
  kinds: Readonly<Record<string, CarrierKind>>;
  /** Returns the secret that carriers' secrets are encrypted under. */
  authSecret: () => string;
};

/**
 * Returns the carrier of a row, without opening its links.
 * @param more the operator's rules for all carriers of its kind, and whether this process just used the
 * carrier.
 * @throws an error that `openingProblem` explains.
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

/** Returns the settings of a row with its secrets. */
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

/** An error in a row. Its message may be shown. */
class SetupError extends Error {}

/** Returns the reason why a row could not be opened. It contains no setting's value: that may be a secret. */
export function openingProblem(error: unknown): string {
  if (error instanceof SetupError) return error.message;
  if (error instanceof ZodError) {
    const { path, code } = error.issues[0] ?? { path: [], code: "custom" };
    return `Its setting ${JSON.stringify(path.join("."))} is not valid (${code}).`;
  }
  return "It could not be opened.";
}
