import { periodTitle } from "@/app/admin/figures/_components/period-title";
import { formatCount } from "@/components/ui/count";
import { Panel } from "@/components/ui/panel";
import type { FigureSums, Figures } from "@/lib/contracts/admin/figures";
import { formatMoney } from "@/lib/money";

const SHOWN: readonly { title: string; key: keyof FigureSums; isMoney: boolean }[] = [
  { title: "Messages", key: "messages", isMoney: false },
  { title: "Parts", key: "parts", isMoney: false },
  { title: "Charged", key: "charged", isMoney: true },
  { title: "Refunded", key: "refunded", isMoney: true },
  { title: "Network cost", key: "cost", isMoney: true },
  { title: "Margin", key: "margin", isMoney: true },
];

/** Draws the sums of a range of dates, and their changes from the same number of days before. */
export function Totals({ figures: { start, end, total, before } }: { figures: Figures }) {
  return (
    <Panel title={periodTitle({ start, end }, "day")}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
        {SHOWN.map(({ title, key, isMoney }) => (
          <div key={key} className="min-w-0">
            <dt className="text-sm text-muted">{title}</dt>
            <dd className="text-xl font-semibold break-words tabular-nums">{written(total[key], isMoney)}</dd>
            <dd className="text-sm text-muted">
              {changed(Number(total[key]), Number(before[key]))}
              <span className="sr-only">{` from ${written(before[key], isMoney)}`}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Compared with {periodTitle({ start: before.start, end: before.end }, "day")}.
      </p>
    </Panel>
  );
}

const written = (value: number | string, isMoney: boolean) =>
  isMoney ? formatMoney(String(value)) : formatCount(Number(value));

/** Formats the change from the previous sum: `+12%`. */
function changed(now: number, before: number): string {
  if (now === before) return "No change";
  if (before === 0) return "None in the period before";
  const percent = Math.round(((now - before) / Math.abs(before)) * 100);
  return percent === 0 ? "No change" : `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))}%`;
}
