import type { Outgoing } from "@/lib/carriers/carrier";

/** A message that only the holder of its lease hands to a carrier until `lease`. */
export type Leased = Omit<Outgoing, "maskedBody" | "parts"> & {
  accountId: number;
  acceptedAt: Date;
  /** The text with its one-time code, encrypted; null for any other text. */
  encryptedBody: Buffer | null;
  attempts: number;
  firstTriedAt: Date;
  lease: Date;
  /** Since when a carrier that may have it has not answered; null where none may. */
  unknownSince: Date | null;
  /** Carriers that will not take it. */
  tried: readonly number[];
  /** Between which hours and on which days it may go out, as `writeWindow` writes it; null for any. */
  window: string | null;
};

/** How long a lease lasts; then its messages are due again for any worker (rules: leases). */
export const LEASE_MS = 60_000;
