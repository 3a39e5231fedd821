"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { FilterBar } from "@/components/lists/filter-bar";
import { chosenAs, filterChips } from "@/components/lists/filter-chips";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { MissingCells } from "@/components/lists/missing-cells";
import { Pager } from "@/components/lists/pager";
import { SavedViews } from "@/components/lists/saved-views";
import type { ListOrder } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import type { CountryChoice } from "@/components/members/country-select";
import type { InputOf } from "@/components/members/declared";
import { useMember } from "@/components/members/use-member";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import type { AccountRecord } from "@/lib/contracts/admin/accounts";
import { listAccounts } from "@/lib/contracts/generated/admin/accounts";

const NewAccountDialog = loadedLater(
  async () => (await import("@/app/admin/accounts/_components/new-account-dialog")).NewAccountDialog,
);

const STATUS_OPTIONS = [
  { value: "", title: "Any" },
  { value: "active", title: "Active" },
  { value: "disabled", title: "Disabled" },
];

const FILTERS = ["q", "status"] as const;

/** The filters and the order of the list. */
const LIST = [...FILTERS, "order"] as const;

const CHIPS = { q: chosenAs("Search"), status: chosenAs("Status", STATUS_OPTIONS) };

/** Draws the list of accounts, with a search and a button to add one. */
export function Accounts({ countries }: { countries: readonly CountryChoice[] }) {
  const { values, set, clear, asked } = useUrlFilters(LIST);
  const accounts = useMember(listAccounts, asked as InputOf<typeof listAccounts>);
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageHeader
        title="Accounts"
        actions={
          <>
            <SavedViews list="accounts" names={FILTERS} />
            <Button onPress={() => setMaking(true)}>Create account</Button>
          </>
        }
      >
        All accounts, their balances and permissions.
      </PageHeader>
      <Panel>
        <search className="mb-5 flex flex-col gap-3" aria-label="Accounts">
          <div className="grid items-end gap-3 sm:grid-cols-[1fr_12rem]">
            <FilterField
              label="Search"
              type="search"
              placeholder="Email, name or account number"
              value={values.q}
              onChange={(q) => set({ q })}
            />
            <FilterSelect
              label="Status"
              value={values.status}
              onChange={(status) => set({ status })}
              options={STATUS_OPTIONS}
            />
          </div>
          <FilterBar chips={filterChips(values, CHIPS, set)} onClear={clear} />
        </search>
        <Loaded query={accounts}>
          {({ accounts: rows, pagination, awayCells }) => (
            <>
              <MissingCells awayCells={awayCells} what="accounts" />
              {rows.length === 0 ? (
                <NothingFound onClear={clear} />
              ) : (
                <List
                  rows={rows}
                  order={{ value: values.order, onChange: (order) => set({ order }), usual: "-created" }}
                />
              )}
              <Pager pagination={pagination} />
            </>
          )}
        </Loaded>
      </Panel>
      {isMaking ? <NewAccountDialog countries={countries} onClose={() => setMaking(false)} /> : null}
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="No accounts found">
      <p className="mb-3">Search by part of an email or name, or by the full account number.</p>
      <Button size="sm" variant="outline" onPress={onClear}>
        Show all accounts
      </Button>
    </EmptyState>
  );
}

function List({ rows, order }: { rows: readonly AccountRecord[]; order: ListOrder }) {
  return (
    <DataTable
      label="Accounts"
      rows={rows}
      keyOf={({ id }) => String(id)}
      href={({ id }) => `/admin/accounts/${id}`}
      isChoosable
      order={order}
      columns={[
        {
          title: "Account",
          phone: "title",
          order: "name",
          isFixed: true,
          cell: ({ name, email }) => (
            <>
              {name}
              <span className="block font-normal break-words text-muted">{email}</span>
            </>
          ),
        },
        { title: "Number", cell: ({ id }) => <span className="tabular-nums">{id}</span> },
        { title: "Country", cell: ({ country }) => country },
        { title: "State", phone: "state", cell: (account) => <AccountChips {...account} /> },
        {
          title: "Created",
          phone: "aside",
          order: "created",
          cell: ({ createdAt }) => <Time at={createdAt} />,
        },
        {
          title: "Balance",
          phone: "text",
          align: "end",
          cell: ({ balance }) => <Money amount={balance} />,
        },
      ]}
    />
  );
}

/** Draws the state of an account, and a mark for an administrator's account. */
export function AccountChips({ status, isAdmin }: Pick<AccountRecord, "status" | "isAdmin">) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Chip color={status === "active" ? "success" : "danger"}>
        {status === "active" ? "Active" : "Disabled"}
      </Chip>
      {isAdmin ? <Chip color="accent">Administrator</Chip> : null}
    </span>
  );
}
