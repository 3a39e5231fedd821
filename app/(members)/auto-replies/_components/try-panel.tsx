"use client";

import { useState } from "react";
import { actionsOf, type Targets, VERDICT_WORDS } from "@/app/(members)/auto-replies/_components/words";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { Form } from "@/components/controls/form";
import { TextArea } from "@/components/controls/text-area";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { tryReplyRules } from "@/lib/contracts/generated/members/auto-replies";
import type { ReplyRuleRecord, TriedReplyRules } from "@/lib/contracts/members/auto-replies";

/**
 * Draws a form that tries a text: it shows the first matching rule, its actions, and the reason for which
 * each other rule does not match. No message is sent.
 */
export function TryPanel({
  rules,
  senders,
  targets,
}: {
  rules: readonly ReplyRuleRecord[];
  senders: readonly string[];
  targets: Targets;
}) {
  const [text, setText] = useState("");
  const [from, setFrom] = useState("");
  const [sender, setSender] = useState(senders[0] ?? "");
  const attempt = useMemberAction(tryReplyRules, { quiet: true });
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    attempt.reset();
  };
  return (
    <Panel title="Try a text">
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          if (text.trim() !== "") attempt.mutate({ text, sender, from: from.trim() || undefined });
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_1fr]">
          <TextArea
            label="Text"
            hint="Simulates a text received now. Nothing is sent."
            rows={2}
            value={text}
            onChange={change(setText)}
          />
          <Field
            label="Sent from"
            hint="A number or name. Optional."
            autoComplete="off"
            value={from}
            onChange={({ target }) => change(setFrom)(target.value)}
          />
          <FilterSelect
            label="Sent to"
            value={sender}
            options={senders.map((value) => ({ value, title: value }))}
            onChange={change(setSender)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="outline"
            isPending={attempt.isPending}
            isDisabled={text.trim() === ""}
          >
            Try
          </Button>
          <p role="status" className="text-sm">
            {attempt.error ? <span className="text-danger">{attempt.error.message}</span> : null}
            {attempt.data ? outcome(attempt.data, rules, targets) : null}
          </p>
        </div>
      </Form>
      {attempt.data && !attempt.data.optOut ? <Tried tried={attempt.data} /> : null}
    </Panel>
  );
}

/** Draws the received form of the text, and each rule's result. */
function Tried({ tried: { read, rules } }: { tried: TriedReplyRules }) {
  return (
    <>
      {read === "" ? null : (
        <p className="mt-4 text-sm text-muted">
          Read as <span className="font-mono wrap-anywhere text-ink">{read}</span>
        </p>
      )}
      <ol className="mt-2 flex flex-col gap-2" aria-label="Rules tried">
        {rules.map(({ id, name, verdict, by }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span className="wrap-anywhere">{name}</span>
            <span className="flex flex-wrap items-center gap-2">
              {by === null ? null : <span className="font-mono wrap-anywhere">{by}</span>}
              <Chip color={VERDICT_WORDS[verdict].color}>{VERDICT_WORDS[verdict].words}</Chip>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function outcome(
  { optOut, rules: tried }: TriedReplyRules,
  rules: readonly ReplyRuleRecord[],
  targets: Targets,
): string {
  if (optOut) return "This is an opt-out or opt-in word. No rule matches it.";
  const matching = tried.find(({ verdict }) => verdict === "answers");
  if (!matching) return "No rule matches.";
  const rule = rules.find(({ id }) => id === matching.id);
  return rule ? `${matching.name} ${actionsOf(rule, targets)}.` : `${matching.name} matches.`;
}
