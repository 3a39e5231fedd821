import { formatCount } from "@/components/ui/count";
import { Money } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import type { Statement } from "@/lib/contracts/members/billing";

/** Draws a month's top-ups and adjustments. */
export function StatementEntries({ entries, omitted }: { entries: Statement["entries"]; omitted: number }) {
  return (
    <section className="mt-8" aria-label="Top-ups and adjustments">
      <h2 className="font-medium">Top-ups and adjustments</h2>
      <ul className="mt-2 text-sm tabular-nums">
        {entries.map(({ id, at, kind, note, amount }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0"
          >
            <span className="text-muted">
              <Time isDate at={at} />
            </span>
            <span className="min-w-0 flex-1 break-words">{note ?? LEDGER_KIND_TITLES[kind].title}</span>
            <span className="font-medium">
              <Money amount={amount} />
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 ? (
        <p className="mt-2 text-sm text-muted">and {formatCount(omitted)} more in the ledger.</p>
      ) : null}
    </section>
  );
}
