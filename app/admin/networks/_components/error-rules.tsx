"use client";

import { useState } from "react";
import { explainedOutcome } from "@/app/admin/networks/_components/explained-error";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import type { ErrorRuleRecord } from "@/lib/contracts/admin/error-rules";
import { listErrorRules, removeErrorRule } from "@/lib/contracts/generated/admin/error-rules";
import { listRoutes } from "@/lib/contracts/generated/admin/network-routes";

const ErrorRuleDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/error-rule-dialog")).ErrorRuleDialog,
);

const titleOf = ({ kind, code }: ErrorRuleRecord) => `${code} (${kind})`;

/** Draws the rules for errors of all networks of a kind that differ from the default. */
export function ErrorRules() {
  const list = useMember(listErrorRules, {});
  /** The rule being changed; null for a new one. */
  const [edited, setEdited] = useState<ErrorRuleRecord | null>();
  const [doomed, setDoomed] = useState<ErrorRuleRecord>();
  const remove = useMemberAction(removeErrorRule, {
    changes: [listErrorRules, listRoutes],
    done: "Rule removed.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <Panel
      title="Error rules"
      actions={
        <Button size="sm" variant="outline" isDisabled={!list.data} onPress={() => setEdited(null)}>
          Add rule
        </Button>
      }
    >
      <p className="mb-4 text-sm text-muted">
        A rule sets the outcome for a message that a network refuses with a code. It applies to all networks
        of its type, except networks with their own rule for the code.
      </p>
      <Loaded query={list}>
        {({ rules }) =>
          rules.length === 0 ? (
            <EmptyState title="No custom rules">
              Every code has its default outcome, as listed in docs/networks.md. Change one with “Add rule”.
            </EmptyState>
          ) : (
            <List rules={rules} onEdit={setEdited} onRemove={setDoomed} />
          )
        }
      </Loaded>
      {edited === undefined ? null : (
        <ErrorRuleDialog rule={edited} known={list.data?.known ?? []} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        title={doomed ? `Remove the rule for ${titleOf(doomed)}?` : ""}
        question={doomed ? `${defaultOf(doomed)} Networks follow within seconds.` : ""}
        confirm="Remove"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ kind: doomed.kind, code: doomed.code })}
        onClose={() => setDoomed(undefined)}
      />
    </Panel>
  );
}

function defaultOf({ usual }: ErrorRuleRecord): string {
  return usual === null
    ? "The default then depends on the HTTP status."
    : `The default then applies: ${explainedOutcome(usual).toLowerCase()}.`;
}

function List({
  rules,
  onEdit,
  onRemove,
}: {
  rules: readonly ErrorRuleRecord[];
  onEdit: (rule: ErrorRuleRecord) => void;
  onRemove: (rule: ErrorRuleRecord) => void;
}) {
  return (
    <DataTable
      label="Error rules"
      rows={rules}
      keyOf={titleOf}
      columns={[
        {
          title: "Code",
          cell: ({ code, name }) => (
            <span className="wrap-anywhere">
              <span className="font-medium tabular-nums">{code}</span>
              {name === null ? null : <span className="block text-xs text-muted">{name}</span>}
            </span>
          ),
        },
        { title: "Type", phone: "state", cell: ({ kind }) => kind },
        { title: "Meaning", cell: ({ cause }) => cause ?? "See the provider’s documentation." },
        {
          title: "Outcome",
          phone: "text",
          cell: (rule) => (
            <>
              {explainedOutcome(rule)}
              <span className="block text-sm text-muted">
                {rule.usual === null
                  ? "Default: by HTTP status"
                  : `Default: ${explainedOutcome(rule.usual).toLowerCase()}`}
              </span>
              {rule.exceptions.length === 0 ? null : (
                <span className="block text-sm text-muted">Own rule: {rule.exceptions.join(", ")}</span>
              )}
            </>
          ),
        },
        {
          title: "Actions",
          phone: "aside",
          align: "end",
          cell: (rule) => (
            <span className="inline-flex gap-2">
              <Button size="sm" variant="outline" onPress={() => onEdit(rule)}>
                Edit<span className="sr-only"> {titleOf(rule)}</span>
              </Button>
              <RowMenu
                label={`Actions for ${titleOf(rule)}`}
                actions={[{ title: "Remove", isDanger: true, onSelect: () => onRemove(rule) }]}
              />
            </span>
          ),
        },
      ]}
    />
  );
}
