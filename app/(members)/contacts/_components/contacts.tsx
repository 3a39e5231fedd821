"use client";

import { useState } from "react";
import { CONTACT_LIST } from "@/app/(members)/contacts/_components/contact-filter-names";
import { ContactLists } from "@/app/(members)/contacts/_components/contact-lists";
import { ContactsTable } from "@/app/(members)/contacts/_components/contacts-table";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { CursorPager } from "@/components/lists/cursor-pager";
import { FilterField, FilterSelect } from "@/components/lists/filter-field";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { DownloadCsv } from "@/components/members/download-csv";
import { given } from "@/components/members/given";
import { queryString } from "@/components/members/request";
import { May } from "@/components/members/role";
import { useMember } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { listContactLists } from "@/lib/contracts/generated/members/contacts/contact-lists";
import {
  addContactOperation,
  exportContactsOperation,
  listContactsOperation,
} from "@/lib/contracts/generated/members/contacts/contacts";
import type { ContactOrder, ContactRecord } from "@/lib/contracts/members/contacts/contacts";

const ContactDialog = loadedLater(async () => (await import("./contact-dialog")).ContactDialog);
const ImportDialog = loadedLater(async () => (await import("./import-dialog")).ImportDialog);

/** The default order, and the orders that only the list of all contacts has. */
const USUAL_ORDER = "-added";
const BY_NAME: readonly string[] = ["name", "-name"];

/** Draws the lists of contacts, then the contacts with a search. */
export function Contacts() {
  const { values, set, asked } = useUrlFilters(CONTACT_LIST);
  const { page: _, ...filters } = asked;
  const lists = useMember(listContactLists, {});
  const contacts = useMember(
    listContactsOperation,
    given({ ...filters, order: filters.order as ContactOrder }),
  );
  const [edited, setEdited] = useState<ContactRecord | "new">();
  const [isImporting, setImporting] = useState(false);
  // A list has no order by name.
  const show = (list: string) =>
    set(list !== "" && BY_NAME.includes(values.order) ? { list, order: "" } : { list });
  const isReady = lists.data !== undefined;
  return (
    <>
      <PageHeader
        title="Contacts"
        actions={
          <May call={addContactOperation}>
            <Button variant="outline" isDisabled={!isReady} onPress={() => setImporting(true)}>
              Import file
            </Button>
            <Button isDisabled={!isReady} onPress={() => setEdited("new")}>
              Add contact
            </Button>
          </May>
        }
      >
        People you text, and lists to send to.
      </PageHeader>
      <Loaded query={lists}>
        {({ lists: all, fields, contacts: many }) => (
          <div className="flex flex-col gap-6">
            <ContactLists lists={all} fields={fields} onShow={show} />
            <Panel
              title="All contacts"
              actions={<span className="text-sm text-muted tabular-nums">{countOf(many, "contact")}</span>}
            >
              <search className="mb-5 grid items-end gap-3 sm:grid-cols-[2fr_1fr_auto]" aria-label="Contacts">
                <FilterField
                  label="Search"
                  type="search"
                  placeholder="Any part of a name or number"
                  value={values.search}
                  onChange={(search) => set({ search })}
                />
                <FilterSelect
                  label="List"
                  value={values.list}
                  options={[
                    { value: "", title: "All contacts" },
                    ...all.map(({ id, name }) => ({ value: id, title: name })),
                  ]}
                  onChange={show}
                />
                <May call={exportContactsOperation}>
                  <DownloadCsv
                    href={`${exportContactsOperation.path}${queryString({ search: values.search, list: values.list })}`}
                  />
                </May>
              </search>
              <Loaded query={contacts}>
                {({ contacts: rows, newer, older, order }) => (
                  <>
                    {rows.length > 0 ? (
                      <ContactsTable
                        rows={rows}
                        lists={all}
                        list={values.list}
                        order={{ value: order, onChange: (next) => set({ order: next }), usual: USUAL_ORDER }}
                        onChange={setEdited}
                      />
                    ) : (
                      <NoContacts isFiltered={values.search !== "" || values.list !== ""} />
                    )}
                    <CursorPager newer={newer} older={older} order={order === USUAL_ORDER ? "" : order} />
                  </>
                )}
              </Loaded>
            </Panel>
            {edited === undefined ? null : (
              <ContactDialog
                contact={edited === "new" ? undefined : edited}
                lists={all}
                fields={fields}
                onClose={() => setEdited(undefined)}
              />
            )}
            {isImporting ? (
              <ImportDialog lists={all} fields={fields} onClose={() => setImporting(false)} />
            ) : null}
          </div>
        )}
      </Loaded>
    </>
  );
}

function NoContacts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No contacts match">Change the search, or show all contacts.</EmptyState>
  ) : (
    <EmptyState title="No contacts yet">
      Import a CSV with numbers and names, or add people one by one. Then send to a list of them.
    </EmptyState>
  );
}
