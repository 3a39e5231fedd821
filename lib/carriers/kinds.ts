import type { z } from "zod";
import type { Carrier, CarrierErrorCode } from "@/lib/carriers/carrier";
import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import type { ErrorRule, ErrorRules } from "@/lib/carriers/error-rules";
import type { Database } from "@/lib/db/client";

/**
 * A carrier's row for its kind. `given` contains the unchecked settings and secrets. `errorRules` returns the
 * operator's current rules for all carriers of the kind; without it there are none. `isReopened` is true if
 * this process just used the carrier with other settings, and may have used up its rate.
 */
export type CarrierFacts = {
  id: number;
  name: string;
  given: unknown;
  db: Database;
  errorRules?: (() => ErrorRules) | undefined;
  isReopened?: boolean | undefined;
  /** Receives events of a carrier without a row, whose events are not stored. */
  happened?: ((event: CarrierEvent) => void) | undefined;
};

/**
 * Settings for a trial. `receives` is true if the network may deliver messages over the trial's links.
 * `follows` tells if these settings are worth a try after the network refused the previous ones for a reason.
 */
export type TrialWay = { given: unknown; receives: boolean; follows?: (reason: string) => boolean };

/**
 * The known facts about a code: its name if it has one, its cause in words, and the usual rule. A null rule
 * means that it depends.
 */
export type KnownError = { name: string | null; cause: string | null; usual: ErrorRule | null };

/** A protocol of carriers. */
export type CarrierKind = {
  /**
   * True if the carrier keeps connections and so belongs to one process that keeps running. Without such a
   * process its rows are not opened.
   */
  hasLinks: boolean;
  /** The settings that are encrypted and never shown. */
  secretNames: readonly string[];
  /** @throws ZodError where settings or secrets are wrong. */
  open(facts: CarrierFacts): Carrier;
  /**
   * Returns the settings to try a carrier with, the preferred ones first. If it is missing, the carrier's own
   * are tried.
   */
  trialWays?(given: unknown): TrialWay[];
  /** Returns the other forms in which a report may contain a reference. */
  otherForms?(reference: string): string[];
  /** Returns the settings of a new carrier with generated secrets for omitted ones. */
  complete?(given: Record<string, unknown>): Record<string, unknown>;
  /**
   * Returns the addresses that the network sends to, for the setup there. They may contain the gateway's
   * secrets.
   */
  addresses?(name: string, given: unknown): Readonly<Record<string, string>>;
  /** Returns the cause of a code in words. */
  causeOf(code: CarrierErrorCode, given: unknown): string;
  /** Returns the known facts about a code, which are the same for all carriers of the kind. */
  knownError?(code: string): KnownError;
  /** Returns the codes with a known cause. */
  knownCodes?(): readonly string[];
};

/** Returns a kind whose settings and secrets `schema` checks together. */
export function carrierKind<Settings>(
  schema: z.ZodType<Settings>,
  hasLinks: boolean,
  open: (settings: Settings, facts: Omit<CarrierFacts, "given">) => Carrier,
): CarrierKind {
  return {
    hasLinks,
    secretNames: [],
    open: ({ given, ...facts }) => open(schema.parse(given), facts),
    causeOf: () => "The network refused it.",
  };
}
