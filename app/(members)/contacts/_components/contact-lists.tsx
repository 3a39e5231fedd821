import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import {
  addContactList,
  listContactLists,
  removeContactList,
} from "@/lib/contracts/generated/members/contacts/contact-lists";
import { listContactsOperation } from "@/lib/contracts/generated/members/contacts/contacts";
import { sendFromPageOperation } from "@/lib/contracts/generated/members/send";
import type { ContactListRecord } from "@/lib/contracts/members/contacts/contact-lists";

const ListDialog = loadedLater(async () => (await import("./list-dialog")).ListDialog);
const FieldsDialog = loadedLater(async () => (await import("./fields-dialog")).FieldsDialog);

/** Draws the lists with the number of contacts in each. */
export function ContactLists({
  lists,
  fields,
  onShow,
}: {
  lists: readonly ContactListRecord[];
  fields: readonly string[];
  /** Shows the contacts of a list, given its ID. */
  onShow: (id: string) => void;
}) {
  const [edited, setEdited] = useState<ContactListRecord | "new" | "fields">();
  const [doomed, setDoomed] = useState<ContactListRecord>();
  const remove = useMemberAction(removeContactList, {
    changes: [listContactLists, listContactsOperation],
    done: "List deleted.",
    onDone: () => {
      onShow("");
      setDoomed(undefined);
    },
  });
  return (
    <Panel
      title="Lists"
      actions={
        <May call={addContactList}>
          <div className="flex gap-2">
            {fields.length > 0 ? (
              <Button size="sm" variant="ghost" onPress={() => setEdited("fields")}>
                Fields
              </Button>
            ) : null}
            <Button size="sm" variant="outline" onPress={() => setEdited("new")}>
              Add list
            </Button>
          </div>
        </May>
      }
    >
      {lists.length === 0 ? (
        <p className="text-muted">No lists yet. Add one here, or name one when you import a CSV.</p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto" aria-label="Lists">
          {lists.map((list) => (
            <li key={list.id} className="flex items-center gap-x-3 py-2">
              {/* On a phone the count is below the name. */}
              <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
                <button
                  type="button"
                  className={`min-h-11 min-w-0 grow basis-40 text-left wrap-anywhere ${LINK_IN_TEXT}`}
                  onClick={() => onShow(list.id)}
                >
                  {list.name}
                </button>
                <span className="shrink-0 text-sm text-muted tabular-nums">
                  {countOf(list.contacts, "contact")}
                </span>
              </span>
              <May call={sendFromPageOperation}>
                <NearLink
                  className="button button--outline button--sm"
                  href={`/send?list=${list.id}`}
                  aria-label={`Send to ${list.name}`}
                >
                  Send
                </NearLink>
                <RowMenu
                  label={`Actions for ${list.name}`}
                  actions={[
                    { title: "Rename", onSelect: () => setEdited(list) },
                    { title: "Delete", isDanger: true, onSelect: () => setDoomed(list) },
                  ]}
                />
              </May>
            </li>
          ))}
        </ul>
      )}
      {edited === "fields" ? <FieldsDialog fields={fields} onClose={() => setEdited(undefined)} /> : null}
      {edited === undefined || edited === "fields" ? null : (
        <ListDialog list={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        title={`Delete ${doomed?.name ?? "this list"}?`}
        question="Its contacts stay."
        confirm="Delete"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ id: doomed.id })}
        onClose={() => setDoomed(undefined)}
      />
    </Panel>
  );
}
