import type { Outgoing } from "@/lib/carriers/carrier";

/** A message with a lease until `lease`. Only the lease's holder hands it to a carrier. */
export type LeasedMessage = Omit<Outgoing, "maskedBody" | "parts"> & {
  accountId: number;
  acceptedAt: Date;
  /** The text with its one-time code, encrypted; null for any other text. */
  encryptedBody: Buffer | null;
  attempts: number;
  firstTriedAt: Date;
  lease: Date;
  /**
   * The time since which a carrier that may have the message has not answered; null if no carrier may have
   * it.
   */
  unknownSince: Date | null;
  /** Carriers that will not accept the message. */
  tried: readonly number[];
  /** The hours and days in which the message may be sent, in the form of `writeWindow`; null for any. */
  window: string | null;
};

/** The length of a lease. Afterwards its messages are due again for any worker (rules: leases). */
export const LEASE_MS = 60_000;
