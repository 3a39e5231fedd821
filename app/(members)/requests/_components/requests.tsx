"use client";

import { NoRequests, SearchedTo } from "@/app/(members)/requests/_components/no-requests";
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
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { listApiKeys } from "@/lib/contracts/generated/members/api-keys";
import { listRequestsOperation } from "@/lib/contracts/generated/members/requests";
import type { RequestsAsked } from "@/lib/contracts/members/requests";

/** Draws the list of API requests, with filters. */
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
        API requests of the last 7 days.
      </PageHeader>
      <Panel>
        <RequestFilters values={filters} keys={keys.data?.keys ?? []} onChange={set} onClear={clear} />
        <Loaded query={requests}>
          {(page) => (
            <>
              {page.requests.length > 0 ? (
                <RequestsTable
                  rows={page.requests}
                  count={totalOf(page.total, page.requests.length, "request")}
                  order={{ value: order, onChange: (next) => set({ order: next }), usual: NEWEST_FIRST }}
                />
              ) : (
                <NoRequests page={page} isFiltered={isFiltered} />
              )}
              {page.searchedTo && page.requests.length > 0 ? (
                <p className="mt-3 text-sm text-muted">
                  <SearchedTo at={page.searchedTo} />
                </p>
              ) : null}
              <CursorPager newer={page.newer} older={page.older} />
            </>
          )}
        </Loaded>
      </Panel>
    </>
  );
}
