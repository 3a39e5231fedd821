"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { TextBubble } from "@/components/send/text-bubble";
import { ConfirmDialog } from "@/components/ui/dialog";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import type { TemplateRecord } from "@/lib/contracts/members/sending/templates";
import {
  addTemplateOperation,
  listTemplates,
  removeTemplateOperation,
} from "@/lib/contracts/routes/messaging-routes";

const TemplateDialog = loadedLater(
  async () => (await import("@/components/templates/template-dialog")).TemplateDialog,
);

/** All templates by name. */
export function Templates() {
  const list = useMember(listTemplates, {});
  const [edited, setEdited] = useState<TemplateRecord | "new">();
  const [doomed, setDoomed] = useState<TemplateRecord>();
  const remove = useMemberAction(removeTemplateOperation, {
    changes: [listTemplates],
    done: "Template removed.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <>
      <PageHeader
        title="Templates"
        actions={
          <May call={addTemplateOperation}>
            <Button isDisabled={list.data === undefined} onPress={() => setEdited("new")}>
              Add template
            </Button>
          </May>
        }
      >
        Texts you send again and again. Choose one when you send or reply.
      </PageHeader>
      <Loaded query={list}>
        {({ templates }) => (
          <Panel>
            {templates.length === 0 ? (
              <EmptyState title="No templates yet">
                Add a text that you send often, such as a reminder: “Hi {"{{name}}"}, see you tomorrow.”
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line" aria-label="Templates">
                {templates.map((template) => (
                  <TemplateRow
                    key={template.id}
                    template={template}
                    onChange={() => setEdited(template)}
                    onRemove={() => setDoomed(template)}
                  />
                ))}
              </ul>
            )}
          </Panel>
        )}
      </Loaded>
      {edited === undefined ? null : (
        <TemplateDialog
          template={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        title={`Remove ${doomed?.name ?? "this template"}?`}
        question={CANNOT_BE_UNDONE}
        confirm="Remove"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed !== undefined && remove.mutate({ id: doomed.id })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

function TemplateRow({
  template: { id, name, text },
  onChange,
  onRemove,
}: {
  template: TemplateRecord;
  onChange: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex items-start gap-4 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <h2 className="font-medium wrap-anywhere">{name}</h2>
        <TextBubble isShort>{text}</TextBubble>
      </div>
      <May call={addTemplateOperation}>
        <div className="flex shrink-0 items-center gap-2">
          <NearLink
            className="button button--outline button--sm"
            href={`/send?template=${id}`}
            aria-label={`Use ${name}`}
          >
            Use
          </NearLink>
          <RowMenu
            label={`Actions for ${name}`}
            actions={[
              { title: "Change", onSelect: onChange },
              { title: "Remove", isDanger: true, onSelect: onRemove },
            ]}
          />
        </div>
      </May>
    </li>
  );
}
