"use client";

import { useState } from "react";
import { ShortcodeDialog } from "@/app/admin/shortcodes/_components/shortcode-dialog";
import { SHORTCODE_FILTERS } from "@/app/admin/shortcodes/_components/shortcode-filters";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { Pager } from "@/components/lists/pager";
import type { ListOrder } from "@/components/lists/table/list-order";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { given } from "@/components/members/given";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { type RowAction, RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { SAVED } from "@/components/words/confirmations";
import type { ShortcodeOrder, ShortcodeRecord } from "@/lib/contracts/admin/shortcodes";
import {
  listShortcodes,
  setShortcodeActive,
  setTemplateSender,
} from "@/lib/contracts/generated/admin/shortcodes";

const changes = [listShortcodes];

type OpenDialog = { what: "deactivate" | "template" | "owner"; shortcode: ShortcodeRecord };

/** Draws the senders, the owner of each, and the sender of templates. */
export function Shortcodes() {
  const { values, set, asked: page } = useUrlFilters(SHORTCODE_FILTERS);
  const shortcodes = useMember(listShortcodes, given({ ...page, order: values.order as ShortcodeOrder }));
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<OpenDialog>();
  const close = () => setAsked(undefined);
  const activate = useMemberAction(setShortcodeActive, { changes, onDone: close, done: SAVED });
  const choose = useMemberAction(setTemplateSender, { changes, onDone: close, done: SAVED });
  const number = asked?.shortcode.number;
  return (
    <>
      <PageHeader title="Shortcodes" actions={<Button onPress={() => setAdding(true)}>Add shortcode</Button>}>
        Sender numbers. All accounts can use shared ones. The first shared one is the default sender.
      </PageHeader>
      <Panel>
        <Loaded query={shortcodes}>
          {({ shortcodes: rows, pagination }) =>
            rows.length === 0 ? (
              <EmptyState title="No shortcodes yet">
                Accounts can’t send without a shared shortcode. Add one with “Add shortcode”.
              </EmptyState>
            ) : (
              <>
                <List
                  rows={rows}
                  order={{ value: values.order, onChange: (order) => set({ order }) }}
                  onAsk={setAsked}
                  onActivate={(id) => activate.mutate({ id, active: true })}
                />
                <Pager pagination={pagination} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {isAdding ? <ShortcodeDialog onClose={() => setAdding(false)} /> : null}
      {asked?.what === "owner" ? <ShortcodeDialog shortcode={asked.shortcode} onClose={close} /> : null}
      <ConfirmDialog
        title={`Deactivate ${number}?`}
        question="Messages that request it are refused, and accounts that chose it use the default sender. Replies to it still arrive. You can activate it again."
        confirm="Deactivate"
        isOpen={asked?.what === "deactivate"}
        isPending={activate.isPending}
        onConfirm={() => asked && activate.mutate({ id: asked.shortcode.id, active: false })}
        onClose={close}
      />
      <ConfirmDialog
        title={`Send one-time codes and reminders from ${number}?`}
        question="All accounts that chose no other sender will use it. It replaces the current one immediately."
        confirm="Use this number"
        isOpen={asked?.what === "template"}
        isPending={choose.isPending}
        onConfirm={() => asked && choose.mutate({ id: asked.shortcode.id })}
        onClose={close}
      />
    </>
  );
}

type Handlers = { onAsk: (asked: OpenDialog) => void; onActivate: (id: number) => void };

function actionsOn(shortcode: ShortcodeRecord, { onAsk, onActivate }: Handlers): RowAction[] {
  const { id, active, owner, isTemplateSender } = shortcode;
  const ask = (what: OpenDialog["what"]) => () => onAsk({ what, shortcode });
  return [
    ...(owner === null && active && !isTemplateSender
      ? [{ title: "Use for templates", onSelect: ask("template") }]
      : []),
    { title: "Change owner", onSelect: ask("owner") },
    active
      ? { title: "Deactivate", isDanger: true, onSelect: ask("deactivate") }
      : { title: "Activate", onSelect: () => onActivate(id) },
  ];
}

function List({
  rows,
  order,
  ...handlers
}: {
  rows: readonly ShortcodeRecord[];
  order: ListOrder;
} & Handlers) {
  return (
    <DataTable
      label="Shortcodes"
      rows={rows}
      keyOf={({ id }) => String(id)}
      order={order}
      columns={[
        {
          title: "Number",
          order: "number",
          cell: ({ number }) => <span className="font-medium tabular-nums">{number}</span>,
        },
        { title: "Available to", phone: "text", cell: ({ owner }) => <Owner owner={owner} /> },
        { title: "State", phone: "state", cell: (shortcode) => <Chips {...shortcode} /> },
        {
          title: "Actions",
          phone: "aside",
          align: "end",
          cell: (shortcode) => (
            <RowMenu label={`Actions for ${shortcode.number}`} actions={actionsOn(shortcode, handlers)} />
          ),
        },
      ]}
    />
  );
}

function Owner({ owner }: Pick<ShortcodeRecord, "owner">) {
  if (owner === null) return "All accounts";
  return (
    <NearLink
      className="text-accent underline-offset-4 hover:underline"
      href={`/admin/accounts/${owner.accountId}`}
    >
      {owner.name}
    </NearLink>
  );
}

function Chips({ active, isTemplateSender }: ShortcodeRecord) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <Chip color={active ? "success" : "default"}>{active ? "Active" : "Inactive"}</Chip>
      {isTemplateSender ? <Chip color="accent">Template sender</Chip> : null}
    </span>
  );
}
