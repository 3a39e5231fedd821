"use client";

import { type FormEvent, useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import type { ShortcodeRecord } from "@/lib/contracts/admin/shortcodes";
import { addShortcode, listShortcodes, setShortcodeOwner } from "@/lib/contracts/generated/admin/shortcodes";

const options = { changes: [listShortcodes], quiet: true, done: SAVED };

/** Draws the dialog that adds a sender, or changes its owner. */
export function ShortcodeDialog({
  shortcode,
  onClose,
}: {
  shortcode?: ShortcodeRecord;
  onClose: () => void;
}) {
  const add = useMemberAction(addShortcode, { ...options, close: onClose });
  const give = useMemberAction(setShortcodeOwner, { ...options, close: onClose });
  const [isShared, setShared] = useState(shortcode ? shortcode.owner === null : true);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const owner = isShared ? {} : { owner: String(form.get("owner")).trim() };
    if (shortcode) give.mutate({ id: shortcode.id, ...owner });
    else add.mutate({ number: String(form.get("number")), ...owner });
  };
  return (
    <FormDialog
      title={shortcode ? `Who can use ${shortcode.number}?` : "Add shortcode"}
      confirm={shortcode ? "Save" : "Add shortcode"}
      isPending={add.isPending || give.isPending}
      isCheckedByBrowser
      error={(shortcode ? give : add).error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      {shortcode ? null : (
        <Field
          label="Number"
          name="number"
          hint="3 to 15 digits, as the carrier lists it."
          inputMode="numeric"
          autoComplete="off"
          required
        />
      )}
      <fieldset className="flex flex-col gap-2 text-sm">
        <legend className="mb-2 font-medium">Who can send from it</legend>
        <Choice label="All accounts" isChosen={isShared} onChoose={() => setShared(true)} />
        <Choice label="One account only" isChosen={!isShared} onChoose={() => setShared(false)} />
      </fieldset>
      {isShared ? null : (
        <Field
          label="Account email"
          name="owner"
          type="email"
          defaultValue={shortcode?.owner?.email ?? ""}
          hint="Replies to this number will go to this account."
          autoComplete="off"
          required
        />
      )}
    </FormDialog>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="radio"
        name="who"
        className="size-4 accent-(--accent)"
        checked={isChosen}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
