import type { z } from "zod";
import type { Carrier, CarrierErrorCode } from "@/lib/carriers/carrier";
import type { CarrierEvent } from "@/lib/carriers/carrier-events";
import type { ErrorRule, ErrorRules } from "@/lib/carriers/error-rules";
import type { Database } from "@/lib/db/client";

/**
 * A carrier's row as its kind opens it: `given` has its settings and its secrets, not checked yet. `errorRules` gives the
 * operator's rules for all carriers of the kind, as they are by then; without it there are none. `isReopened` says whether
 * this process had it open just now, with other settings, and may have used up its rate.
 */
export type CarrierFacts = {
  id: number;
  name: string;
  given: unknown;
  db: Database;
  errorRules?: (() => ErrorRules) | undefined;
  isReopened?: boolean | undefined;
  /** Hears of events of a carrier without a row, which keeps none. */
  happened?: ((event: CarrierEvent) => void) | undefined;
};

/**
 * Settings for a trial. `receives`: whether the network may deliver by its links. `follows`: whether they are worth a try
 * after the network refused the login of the settings before, for a reason.
 */
export type TrialWay = { given: unknown; receives: boolean; follows?: (reason: string) => boolean };

/** What is known of a code: its name where it has one, its cause in words, and what usually follows; null: it depends. */
export type KnownError = { name: string | null; cause: string | null; usual: ErrorRule | null };

/** What a carrier may speak. */
export type CarrierKind = {
  /**
   * Whether it keeps connections, and so belongs to one process that lives on: where there is none, its rows
   * are not opened.
   */
  hasLinks: boolean;
  /** The settings that are encrypted and never shown. */
  secretNames: readonly string[];
  /** @throws ZodError where settings or secrets are wrong. */
  open(facts: CarrierFacts): Carrier;
  /** The settings to try a carrier with, the preferred ones first. Without it, the carrier's own. */
  trialWays?(given: unknown): TrialWay[];
  /** The other forms in which a report may have a reference. */
  otherForms?(reference: string): string[];
  /** The settings of a new carrier with the secrets of ours that nobody gave. */
  complete?(given: Record<string, unknown>): Record<string, unknown>;
  /** Where the network sends to, for whoever sets it up there; there may be secrets of ours in it. */
  addresses?(name: string, given: unknown): Readonly<Record<string, string>>;
  /** The cause of a code in words, for people. */
  causeOf(code: CarrierErrorCode, given: unknown): string;
  /** What is known of a code, whichever carrier of the kind gives it. */
  knownError?(code: string): KnownError;
  /** The codes that have a cause in words. */
  knownCodes?(): readonly string[];
};

/** A kind whose settings and secrets together are what `schema` says. */
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
