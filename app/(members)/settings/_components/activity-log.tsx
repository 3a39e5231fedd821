"use client";

import { ACTIVITY_FILTERS } from "@/app/(members)/settings/_components/activity-filter-names";
import { DateFilters, FilterBar } from "@/components/lists/filter-bar";
import { dateChip } from "@/components/lists/filter-chips";
import { Pager } from "@/components/lists/pager";
import { SavedViews } from "@/components/lists/saved-views";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { ActivityPanel } from "@/components/members/activity-panel";
import { given } from "@/components/members/given";
import { useMember } from "@/components/members/use-member";
import { useToday } from "@/components/ui/today";
import { listActivity } from "@/lib/contracts/generated/members/activity";

/** Draws the activity of the reader's account, with a filter by date. */
export function ActivityLog() {
  const { values, set, clear, asked } = useUrlFilters(ACTIVITY_FILTERS);
  const log = useMember(listActivity, given(asked));
  return (
    <ActivityPanel
      log={log}
      nothing="Changes to this account appear here."
      isFiltered={values.start !== "" || values.end !== ""}
      actions={<SavedViews list="activity" names={ACTIVITY_FILTERS} />}
      pager={(pagination) => <Pager pagination={pagination} />}
    >
      <search className="mb-4 flex flex-col gap-3" aria-label="Activity">
        <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3">
          <DateFilters range={{ start: values.start, end: values.end }} onChange={set} />
        </div>
        <FilterBar chips={dateChip(values, useToday() ?? "", clear)} onClear={clear} />
      </search>
    </ActivityPanel>
  );
}
