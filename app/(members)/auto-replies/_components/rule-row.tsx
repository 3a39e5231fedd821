"use client";

import { actionLines, conditionsOf, type Targets } from "@/app/(members)/auto-replies/_components/words";
import { May } from "@/components/members/role";
import { useMemberAction } from "@/components/members/use-member";
import { TextBubble } from "@/components/send/text-bubble";
import { ActionSwitch } from "@/components/ui/action-switch";
import { RowMenu } from "@/components/ui/row-menu";
import {
  enableReplyRule,
  listReplyRules,
  moveReplyRule,
} from "@/lib/contracts/generated/members/auto-replies";
import type { ReplyRuleRecord } from "@/lib/contracts/members/auto-replies";

const changes = [listReplyRules];

/** Draws a rule: its conditions, reply, switch and position. */
export function RuleRow({
  rule,
  targets,
  place,
  isLast,
  onChange,
  onRemove,
}: {
  rule: ReplyRuleRecord;
  /** The possible lists and endpoints of a rule. */
  targets: Targets;
  /** Begins at 0. */
  place: number;
  isLast: boolean;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { id, name, enabled, text } = rule;
  const enable = useMemberAction(enableReplyRule, { changes });
  const move = useMemberAction(moveReplyRule, { changes });
  const to = (direction: "up" | "down") => () => move.mutate({ id, direction });
  return (
    <li className="flex items-start gap-4 py-4 first:pt-0">
      <div className="min-w-0 flex-1">
        <h3 className="font-medium wrap-anywhere">
          <span className="text-muted tabular-nums">{place + 1}.</span> {name}
        </h3>
        <p className="mt-0.5 text-sm wrap-anywhere text-muted">{conditionsOf(rule)}</p>
        {actionLines(rule, targets).map((line) => (
          <p key={line} className="mt-0.5 text-sm wrap-anywhere text-muted">
            {line}
          </p>
        ))}
        {text === "" ? null : <TextBubble isShort>{text}</TextBubble>}
      </div>
      <May call={enableReplyRule}>
        <div className="flex shrink-0 items-center gap-2">
          <ActionSwitch
            aria-label={`${name}: on`}
            isSelected={enabled}
            isPending={enable.isPending}
            onChange={(next) => enable.mutate({ id, enabled: next })}
          />
          <RowMenu
            label={`Actions for ${name}`}
            actions={[
              { title: "Change", onSelect: onChange },
              ...(place === 0 ? [] : [{ title: "Move up", onSelect: to("up") }]),
              ...(isLast ? [] : [{ title: "Move down", onSelect: to("down") }]),
              { title: "Remove", isDanger: true, onSelect: onRemove },
            ]}
          />
        </div>
      </May>
    </li>
  );
}
