import { Books } from "@/app/admin/health/_components/books";
import { Figure, toneOf, waitingText } from "@/app/admin/health/_components/figure";
import { Panel } from "@/components/ui/panel";
import type { Health } from "@/lib/contracts/admin/health";

/** Draws the queues and the audit of each cell besides home. Omits cells that do not respond. */
export function CellPanels({ cells }: Pick<Health, "cells">) {
  const usable = cells.filter(({ dispatch }) => dispatch !== null);
  if (usable.length === 0) return null;
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
      {usable.map((cell) => (
        <Panel key={cell.cell} title={`Cell ${cell.cell}`}>
          <dl className="mb-4 flex flex-col gap-4">
            <Waiting title="Sending" backlog={cell.dispatch} />
            {cell.held ? (
              <Figure title="Held: link not approved" counted={cell.held}>
                {cell.held.count > 0 ? "On the page Held domains" : "Nothing to review"}
              </Figure>
            ) : null}
            <Waiting title="Webhooks due now" backlog={cell.webhooks} />
            <Waiting title="Email" backlog={cell.emails} />
          </dl>
          <Books books={cell.books} />
        </Panel>
      ))}
    </div>
  );
}

function Waiting({ title, backlog }: { title: string; backlog: Health["cells"][number]["dispatch"] }) {
  if (backlog === null) return null;
  return (
    <Figure title={title} tone={toneOf(backlog)} counted={backlog}>
      {waitingText(backlog)}
    </Figure>
  );
}
