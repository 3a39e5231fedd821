import { Button } from "@/components/controls/button";
import { formatCount } from "@/components/ui/count";
import type { RecipientList, RecipientProblem } from "@/lib/sms/numbers/recipient-list";

type Problems = RecipientList["problems"];

/** The maximum number of listed entries. */
const MAX_LISTED = 100;

const WORDS: Record<RecipientProblem, { count: (many: number) => string; why: string }> = {
  "not-a-number": { count: (many) => `${many} invalid`, why: "not a phone number" },
  rounded: { count: (many) => `${many} rounded`, why: "rounded by a spreadsheet; format the column as text" },
  "cannot-receive": {
    count: (many) => `${many} can’t receive texts`,
    why: "a landline, or a number that doesn’t exist",
  },
  "missing-zero": { count: (many) => `${many} without a 0`, why: "no 0 or country code" },
  "several-numbers": {
    count: (many) => `${many} with several numbers`,
    why: "several mobile numbers in one cell; keep one",
  },
  duplicate: { count: (many) => `${many} ${many === 1 ? "duplicate" : "duplicates"}`, why: "a duplicate" },
};

/** The reasons for the file of skipped entries, by problem. */
export const WHY_LEFT_OUT = Object.fromEntries(
  Object.entries(WORDS).map(([problem, { why }]) => [problem, why]),
) as Record<RecipientProblem, string>;

/** Lists the skipped entries of a list, with their positions and reasons. */
export function LeftOut({
  problems,
  onDownload,
}: {
  problems: Problems;
  /** Saves the skipped entries as a file. Undefined if they cannot be saved. */
  onDownload?: () => void;
}) {
  if (problems.length === 0) return null;
  const counts = (Object.keys(WORDS) as RecipientProblem[])
    .map((problem) => ({ problem, many: problems.filter((entry) => entry.problem === problem).length }))
    .filter(({ many }) => many > 0);
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-warning-soft-foreground">
        Skipped: {counts.map(({ problem, many }) => WORDS[problem].count(many)).join(", ")}
      </summary>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto rounded-lg bg-page p-3" tabIndex={-1}>
        {problems.slice(0, MAX_LISTED).map(({ line, given, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be wrong twice in the same way; the list is made anew.
          <li key={index} className="break-words">
            <span className="text-muted tabular-nums">Line {line}:</span>{" "}
            <span className="font-mono">{given.slice(0, 60)}</span> – {WORDS[problem].why}
          </li>
        ))}
        {problems.length > MAX_LISTED ? (
          <li className="text-muted">and {formatCount(problems.length - MAX_LISTED)} more</li>
        ) : null}
      </ul>
      {onDownload ? (
        <Button size="sm" variant="ghost" className="mt-2" onPress={onDownload}>
          Download skipped
        </Button>
      ) : null}
    </details>
  );
}
