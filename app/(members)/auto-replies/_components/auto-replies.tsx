"use client";

import { useState } from "react";
import { RuleRow } from "@/app/(members)/auto-replies/_components/rule-row";
import { TryPanel } from "@/app/(members)/auto-replies/_components/try-panel";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import {
  addReplyRule,
  listReplyRules,
  removeReplyRule,
  tryReplyRules,
} from "@/lib/contracts/generated/members/auto-replies";
import type { ReplyRuleRecord } from "@/lib/contracts/members/auto-replies";

const RuleDialog = loadedLater(
  async () => (await import("@/app/(members)/auto-replies/_components/rule-dialog")).RuleDialog,
);

/** Draws the rules in the order in which they are tried, and a form to try a text. */
export function AutoReplies() {
  const list = useMember(listReplyRules, {});
  const [edited, setEdited] = useState<ReplyRuleRecord | "new">();
  const [doomed, setDoomed] = useState<ReplyRuleRecord>();
  const remove = useMemberAction(removeReplyRule, {
    changes: [listReplyRules],
    done: "Auto reply removed.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <>
      <PageHeader
        title="Auto replies"
        actions={
          <May call={addReplyRule}>
            <Button isDisabled={list.data === undefined} onPress={() => setEdited("new")}>
              Add auto reply
            </Button>
          </May>
        }
      >
        Reply to, forward or tag incoming texts, or add their senders to lists. The first match wins.
      </PageHeader>
      <Loaded query={list}>
        {({ rules, ...available }) => (
          <div className="flex flex-col gap-4">
            <Panel title="Rules">
              {rules.length === 0 ? (
                <EmptyState title="No auto replies yet">
                  Add one to answer questions such as your opening hours, or to reply while you’re away.
                </EmptyState>
              ) : (
                <ol className="divide-y divide-line">
                  {rules.map((rule, place) => (
                    <RuleRow
                      key={rule.id}
                      rule={rule}
                      targets={available}
                      place={place}
                      isLast={place === rules.length - 1}
                      onChange={() => setEdited(rule)}
                      onRemove={() => setDoomed(rule)}
                    />
                  ))}
                </ol>
              )}
              <p className="mt-4 max-w-4xl text-sm text-pretty text-muted">
                Each reply costs the same as any message. A number gets at most five in 24 hours. No rule
                matches STOP.
              </p>
            </Panel>
            {rules.length === 0 ? null : (
              <May call={tryReplyRules}>
                <TryPanel rules={rules} senders={available.senders} targets={available} />
              </May>
            )}
            {edited === undefined ? null : (
              <RuleDialog
                rule={edited === "new" ? undefined : edited}
                available={available}
                onClose={() => setEdited(undefined)}
              />
            )}
          </div>
        )}
      </Loaded>
      <ConfirmDialog
        title={`Remove ${doomed?.name ?? "this auto reply"}?`}
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
