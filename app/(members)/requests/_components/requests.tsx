"use client";

import Link from "next/link";
import { REQUEST_FILTERS, REQUEST_LIST } from "@/app/(members)/requests/_components/request-filter-names";
import { RequestFilters } from "@/app/(members)/requests/_components/request-filters";
import { RequestsTable } from "@/app/(members)/requests/_components/requests-table";
import { Button } from "@/components/controls/button";
import { CursorPager } from "@/components/lists/cursor-pager";
import { SavedViews } from "@/components/lists/saved-views";
import { NEWEST_FIRST } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { useMember } from "@/components/members/use-member";
import { totalOf } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import type { RequestsAsked } from "@/lib/contracts/members/requests";
import { listApiKeys, listRequestsOperation } from "@/lib/contracts/routes/developer-routes";

/** The list of requests to the API, with filters. */
export function Requests() {
  const { values, set, clear } = useUrlFilters(REQUEST_LIST);
  const { before, after, limit: _, order, ...filters } = values;
  const requests = useMember(listRequestsOperation, given(values) as RequestsAsked);
  const keys = useMember(listApiKeys, {});
  const isFiltered = REQUEST_FILTERS.some((name) => filters[name] !== "") || before !== "";
  return (
    <>
      <PageHeader
        title="Requests"
        actions={
          <>
            <SavedViews list="requests" names={REQUEST_FILTERS} />
            <Button variant="outline" isPending={requests.isFetching} onPress={() => void requests.refetch()}>
              Refresh
            </Button>
          </>
        }
      >
        What your apps asked of the API in the last 7 days. At busy times, not every request is listed.
      </PageHeader>
      <Panel>
        <RequestFilters values={filters} keys={keys.data?.keys ?? []} onChange={set} onClear={clear} />
        <Loaded query={requests}>
          {({ requests: rows, total, newer, older, isKept }) => (
            <>
              {rows.length > 0 ? (
                <RequestsTable
                  rows={rows}
                  count={totalOf(total, rows.length, "request")}
                  order={{ value: order, onChange: (next) => set({ order: next }), usual: NEWEST_FIRST }}
                />
              ) : isFiltered ? (
                <EmptyState title="No requests match">Change or clear the filters.</EmptyState>
              ) : !isKept ? (
                <EmptyState title="Requests aren’t kept">
                  The log is switched off for this service.
                </EmptyState>
              ) : (
                <EmptyState title="No requests yet">
                  Requests to the API appear here within a second, including those that were refused.{" "}
                  <Link className={LINK_IN_TEXT} href="/docs/first-message">
                    Send your first message
                  </Link>
                  .
                </EmptyState>
              )}
              <CursorPager newer={newer} older={older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}
