import { explainedLatency } from "@/app/admin/networks/_components/explained-latency";
import { formatCount } from "@/components/ui/count";
import type { Figures, NetworkRecord } from "@/lib/contracts/admin/networks";

/** Draws a network's messages in the last hour and day, with the shares that it accepted and delivered. */
export function NetworkFigures({ lastHour, lastDay }: Pick<NetworkRecord, "lastHour" | "lastDay">) {
  if (lastDay.submitted === 0) return <p className="text-sm text-muted">No messages in the last day.</p>;
  return (
    <dl className="flex flex-col gap-1 text-sm tabular-nums">
      <Row title="Last hour" figures={lastHour} />
      <Row title="Last day" figures={lastDay} />
    </dl>
  );
}

function Row({ title, figures }: { title: string; figures: Figures }) {
  const { submitted, accepted, delivered, answers, reports } = figures;
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="font-medium">{title}</dt>
      <dd>
        {formatCount(submitted)} submitted
        {submitted === 0
          ? null
          : `, ${share(accepted, submitted)} accepted, ${share(delivered, submitted)} delivered`}
        {answers || reports ? (
          <span className="block text-muted">
            {[
              answers && explainedLatency("Responses", answers),
              reports && explainedLatency("Reports", reports),
            ]
              .filter((text) => text !== null)
              .join(" ")}
          </span>
        ) : null}
      </dd>
    </div>
  );
}

/** Formats a share in per cent, rounded down: 100% means all. */
function share(some: number, all: number): string {
  return `${Math.min(100, Math.floor((some / all) * 1_000) / 10)}%`;
}
