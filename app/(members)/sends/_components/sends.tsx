"use client";

import Link from "next/link";
import { SEND_LIST } from "@/app/(members)/sends/_components/send-filter-names";
import { SendsTable } from "@/app/(members)/sends/_components/sends-table";
import { CursorPager } from "@/components/lists/cursor-pager";
import { FilterField } from "@/components/lists/filter-field";
import { NEWEST_FIRST } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { totalOf } from "@/components/ui/count";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import { listSendsOperation } from "@/lib/contracts/generated/members/sending/sends";
import type { TimeOrder } from "@/lib/contracts/members/cursor";

/** Draws the list of sends, with a search by name. */
export function Sends() {
  const { values, set } = useUrlFilters(SEND_LIST);
  const sends = useMember(listSendsOperation, given({ ...values, order: values.order as TimeOrder }));
  const isFiltered = values.name !== "" || values.before !== "";
  return (
    <>
      <PageHeader title="Sends">Messages you sent together from the Send page.</PageHeader>
      <Panel>
        <search className="mb-5 block sm:max-w-sm" aria-label="Sends">
          <FilterField
            label="Name"
            type="search"
            placeholder="Any part of a name"
            value={values.name}
            onChange={(name) => set({ name })}
          />
        </search>
        <Loaded query={sends}>
          {({ sends: rows, total, newer, older }) => (
            <>
              {rows.length > 0 ? (
                <SendsTable
                  rows={rows}
                  count={totalOf(total, rows.length, "send")}
                  order={{ value: values.order, onChange: (order) => set({ order }), usual: NEWEST_FIRST }}
                />
              ) : isFiltered ? (
                <EmptyState title="No sends match">Change or clear the name.</EmptyState>
              ) : (
                <EmptyState title="No sends yet">
                  Texts to several people at once appear here.{" "}
                  <May call={sendFromPageOperation}>
                    <Link className={LINK_IN_TEXT} href="/send">
                      Send a message
                    </Link>
                  </May>
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
