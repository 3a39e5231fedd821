import type { ComponentProps, ReactNode } from "react";
import { DataTable } from "@/components/lists/data-table";
import { countOf } from "@/components/ui/count";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { actionWords, detailWords } from "@/components/words/activity-words";
import type { Pagination } from "@/lib/contracts/base/pagination";
import type { ActivityRecord } from "@/lib/contracts/members/activity";

type ActivityPage = { activities: readonly ActivityRecord[]; pagination: Pagination };

/**
 * Draws the activity log of an account: the person, action, time and address of each entry.
 * @param nothing the text of an empty log, which names the entries to come.
 * @param pager the links to the other pages of the log.
 * @param children the filters of the log.
 */
export function ActivityPanel({
  log,
  nothing,
  pager,
  actions,
  isFiltered = false,
  children,
}: {
  log: ComponentProps<typeof Loaded<ActivityPage>>["query"];
  nothing: string;
  pager: (pagination: Pagination) => ReactNode;
  actions?: ReactNode;
  isFiltered?: boolean;
  children?: ReactNode;
}) {
  return (
    <Panel title="Activity" actions={actions}>
      {children}
      <Loaded query={log}>
        {({ activities, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title={isFiltered ? "No activity in these dates" : "No activity yet"}>
              {isFiltered ? "Change or clear the dates." : nothing}
            </EmptyState>
          ) : (
            <>
              <ActivityTable rows={activities} count={countOf(pagination.totalRecords, "event")} />
              {pager(pagination)}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function ActivityTable({ rows, count }: { rows: readonly ActivityRecord[]; count: string }) {
  return (
    <DataTable
      label="Activity"
      rows={rows}
      keyOf={({ id }) => id}
      count={count}
      columns={[
        { title: "Time", phone: "aside", cell: ({ at }) => <Time isExact at={at} /> },
        {
          title: "Event",
          phone: "title",
          cell: ({ action, details }) => (
            <>
              {actionWords(action)}
              <span className="block text-muted">{detailWords(details)}</span>
            </>
          ),
        },
        {
          title: "By",
          phone: "text",
          cell: ({ actor, address }) => (
            <>
              <span className="break-all">{actor}</span>
              <span className="block font-mono text-xs text-muted">{address}</span>
            </>
          ),
        },
      ]}
    />
  );
}
