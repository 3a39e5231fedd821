"use client";

import { useState } from "react";
import { v7 } from "uuid";
import { ActionFields } from "@/app/(members)/auto-replies/_components/action-fields";
import { HoursFields } from "@/app/(members)/auto-replies/_components/hours-fields";
import { MATCH_TITLES, pauseOptions, WORDS_FIELDS } from "@/app/(members)/auto-replies/_components/words";
import { TextArea } from "@/components/controls/text-area";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Changes, Room } from "@/components/send/text-room";
import { TemplateSelect } from "@/components/templates/template-select";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import {
  addReplyRule,
  changeReplyRule,
  listReplyRules,
} from "@/lib/contracts/generated/members/auto-replies";
import type { ReplyRuleRecord, ReplyRulesList } from "@/lib/contracts/members/auto-replies";
import { writtenWriter } from "@/lib/sms/numbers/written-number";
import { measure } from "@/lib/sms/text/measure";

/** The maximum length of a rule's name, in characters. */
const NAME_LENGTH = 60;

/** The fields of a rule in the form: all words in one text, and all numbers in another. */
export type RuleForm = Omit<ReplyRuleRecord, "id" | "enabled" | "words" | "fromNumbers"> & {
  words: string;
  from: string;
};

const NEW_RULE: RuleForm = {
  name: "",
  match: "keyword",
  words: "",
  sender: null,
  from: "",
  text: "",
  forward: false,
  unicode: false,
  pauseMinutes: 60,
  addTo: null,
  removeFrom: null,
  sendTo: null,
  tag: null,
  hours: "always",
  days: [1, 2, 3, 4, 5],
  fromTime: "09:00",
  toTime: "17:00",
};

function formOf({ id: _, enabled: __, words, fromNumbers, ...rule }: ReplyRuleRecord): RuleForm {
  return { ...rule, words: words.join("\n"), from: fromNumbers.map(writtenWriter).join(", ") };
}

/** Returns the form's request. Spaces and commas separate keywords too. */
function requestOf({ words, from, ...rule }: RuleForm) {
  const given = entriesOf(words, rule.match === "keyword" ? /[\s,]+/ : /\n/);
  const text = rule.text.trim() === "" ? "" : rule.text;
  const tag = rule.tag?.trim() || null;
  const fromNumbers = entriesOf(from, /[,;\n]/);
  return { ...rule, text, tag, fromNumbers, words: rule.match === "any" ? [] : given };
}

function entriesOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Draws the dialog that adds or changes a rule. */
export function RuleDialog({
  rule,
  available: { senders, unicodeEnabled, emailTo, lists, endpoints },
  onClose,
}: {
  rule: ReplyRuleRecord | undefined;
  /** The possible senders, lists and endpoints of a rule. */
  available: Omit<ReplyRulesList, "rules">;
  onClose: () => void;
}) {
  // A repeated request adds the rule only once.
  const [newId] = useState(() => v7());
  const [form, setForm] = useState<RuleForm>(() => (rule ? formOf(rule) : NEW_RULE));
  const options = { changes: [listReplyRules], quiet: true, close: onClose };
  const add = useMemberAction(addReplyRule, { ...options, done: "Auto reply added." });
  const change = useMemberAction(changeReplyRule, { ...options, done: SAVED });
  const set = (changes: Partial<RuleForm>) => setForm({ ...form, ...changes });
  const measured = measure(form.text, form.unicode);
  const { addTo, removeFrom, sendTo, tag } = requestOf(form);
  const isActing = form.forward || [addTo, removeFrom, sendTo, tag].some((target) => target !== null);
  const isReady = form.name.trim() !== "" && (form.text.trim() !== "" || isActing) && !measured.tooLong;
  const submit = () =>
    rule ? change.mutate({ id: rule.id, ...requestOf(form) }) : add.mutate({ id: newId, ...requestOf(form) });
  return (
    <FormDialog
      title={rule ? "Change auto reply" : "Add auto reply"}
      confirm={rule ? "Save" : "Add"}
      isPending={add.isPending || change.isPending}
      isDisabled={!isReady}
      error={add.error?.message ?? change.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={NAME_LENGTH}
        value={form.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Conditions form={form} senders={senders} onChange={set} />
      {emailTo === null && !form.forward ? null : (
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={form.forward}
            onChange={({ target }) => set({ forward: target.checked })}
          />
          <span className="min-w-0 wrap-anywhere">
            Email the text to {emailTo ?? "you"}
            <span className="block text-muted">Up to 100 in 24 hours.</span>
          </span>
        </label>
      )}
      <ActionFields form={form} lists={lists} endpoints={endpoints} onChange={set} />
      <TemplateSelect isPlain text={form.text} onChoose={(text) => set({ text })} />
      <div>
        <TextArea
          label="Reply"
          hint={isActing ? "Leave it empty to send no reply." : undefined}
          rows={3}
          value={form.text}
          onChange={(text) => set({ text })}
        />
        <Room measured={measured} />
        <Changes text={form.text} unicode={form.unicode} />
        {unicodeEnabled ? (
          <label className="mt-2 flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={form.unicode}
              onChange={({ target }) => set({ unicode: target.checked })}
            />
            Send as Unicode to keep every character (shorter parts)
          </label>
        ) : null}
      </div>
      <FilterSelect
        label="Reply to the same number again after"
        value={String(form.pauseMinutes)}
        options={pauseOptions(form.pauseMinutes)}
        onChange={(value) => set({ pauseMinutes: Number(value) })}
      />
    </FormDialog>
  );
}

/** Draws the conditions of a rule: text, writer, sender and hours. */
function Conditions({
  form,
  senders,
  onChange,
}: {
  form: RuleForm;
  senders: readonly string[];
  onChange: (changes: Partial<RuleForm>) => void;
}) {
  const { match, words, from, sender } = form;
  const gone = sender !== null && !senders.includes(sender) ? [sender] : [];
  return (
    <>
      <FilterSelect
        label="When the text"
        value={match}
        options={Object.entries(MATCH_TITLES).map(([value, title]) => ({ value, title }))}
        onChange={(value) => onChange({ match: value as RuleForm["match"] })}
      />
      {match === "any" ? null : (
        <TextArea
          {...WORDS_FIELDS[match]}
          rows={2}
          value={words}
          onChange={(next) => onChange({ words: next })}
        />
      )}
      <Field
        label="Sent from"
        hint="Empty for anyone. Up to 20 numbers or names, separated by commas; 021* is any number that starts with 021."
        autoComplete="off"
        value={from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <FilterSelect
        label="Sent to"
        value={sender ?? ""}
        options={[
          { value: "", title: "Any of your senders" },
          ...[...senders, ...gone].map((value) => ({ value, title: value })),
        ]}
        onChange={(value) => onChange({ sender: value === "" ? null : value })}
      />
      <HoursFields form={form} onChange={onChange} />
    </>
  );
}
