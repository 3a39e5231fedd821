"use client";

import { useMember } from "@/components/members/use-member";
import { DataTable } from "@/components/ui/data-table";
import { Pager } from "@/components/ui/pager";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { useUrlFilters } from "@/components/ui/use-url-filters";
import { type ActivityRecord, listActivity } from "@/lib/contracts/members/activity";

/** `api_key_created` as a sentence: "API key created". */
function sentence(action: string): string {
  const words = action.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function described(details: ActivityRecord["details"]): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}

/** Who did what, when and from where. */
export function ActivityLog() {
  const { asked } = useUrlFilters([]);
  const log = useMember(listActivity, asked);
  return (
    <Panel title="Activity">
      <Loaded query={log}>
        {({ activities, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title="Nothing has happened yet">
              What people do to this account is listed here.
            </EmptyState>
          ) : (
            <>
              <DataTable
                label="Activity"
                rows={activities}
                keyOf={({ id }) => id}
                columns={[
                  { title: "When", cell: ({ at }) => <span className="whitespace-nowrap">{at}</span> },
                  { title: "What", cell: ({ action }) => sentence(action) },
                  {
                    title: "Details",
                    cell: ({ details }) => <span className="text-muted">{described(details)}</span>,
                  },
                  { title: "Who", cell: ({ actor }) => actor },
                  {
                    title: "From",
                    cell: ({ address }) => <span className="font-mono text-xs">{address}</span>,
                  },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
