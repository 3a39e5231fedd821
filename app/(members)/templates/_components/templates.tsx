"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import {
  addTemplateOperation,
  listTemplates,
  removeTemplateOperation,
} from "@/lib/contracts/generated/members/sending/templates";
import type { TemplateRecord } from "@/lib/contracts/members/sending/templates";

const TemplateDialog = loadedLater(
  async () => (await import("@/components/templates/template-dialog")).TemplateDialog,
);

/** Draws all templates, sorted by name. */
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
              <TemplatesTable templates={templates} onChange={setEdited} onRemove={setDoomed} />
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

function TemplatesTable({
  templates,
  onChange,
  onRemove,
}: {
  templates: readonly TemplateRecord[];
  onChange: (template: TemplateRecord) => void;
  onRemove: (template: TemplateRecord) => void;
}) {
  const columns: Column<TemplateRecord>[] = [
    {
      title: "Name",
      isFixed: true,
      phone: "title",
      sort: ({ name }) => name.toLowerCase(),
      cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    },
    {
      title: "Text",
      phone: "text",
      cell: ({ text }) => <span className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">{text}</span>,
    },
    {
      title: "Actions",
      phone: "aside",
      align: "end",
      isFixed: true,
      cell: (template) => (
        <May call={addTemplateOperation}>
          <Actions
            template={template}
            onChange={() => onChange(template)}
            onRemove={() => onRemove(template)}
          />
        </May>
      ),
    },
  ];
  return (
    <DataTable
      label="Templates"
      rows={templates}
      keyOf={({ id }) => id}
      columns={columns}
      isChoosable
      count={countOf(templates.length, "template")}
    />
  );
}

function Actions({
  template: { id, name },
  onChange,
  onRemove,
}: {
  template: TemplateRecord;
  onChange: () => void;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex items-center gap-2">
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
    </span>
  );
}
