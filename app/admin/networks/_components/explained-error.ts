import { formatCount } from "@/components/ui/count";
import type { ErrorRuleRecord } from "@/lib/contracts/admin/error-rules";
import type { ErrorAction } from "@/lib/contracts/base/error-actions";

type Outcome = Pick<ErrorRuleRecord, "action" | "delayMs" | "tries">;

/** The possible outcomes of an error, as options of a choice. */
export const ACTION_WORDS: Record<ErrorAction, string> = {
  refused: "Fail the message",
  elsewhere: "Use the next network",
  later: "Retry later",
  throttled: "Slow down and retry",
  login: "Treat as a refused login",
  unknown: "Treat as possibly sent",
};

/** Formats the outcome of an error: "Retry after 30 s, up to 5 tries, then use the next network". */
export function explainedOutcome({ action, delayMs, tries }: Outcome): string {
  if (action !== "later") return ACTION_WORDS[action];
  const after = `Retry after ${formatCount(delayMs / 1_000)} s`;
  if (tries === null) return `${after} until the message expires`;
  return tries === 1 ? ACTION_WORDS.elsewhere : `${after}, up to ${tries} tries, then use the next network`;
}
