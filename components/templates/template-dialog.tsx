"use client";

import { useState } from "react";
import { TextArea } from "@/components/controls/text-area";
import { useMemberAction } from "@/components/members/use-member";
import { Room } from "@/components/send/text-room";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { TEMPLATE_LENGTH, TEMPLATE_NAME_LENGTH } from "@/lib/contracts/base/values";
import {
  addTemplateOperation,
  changeTemplateOperation,
  listTemplates,
} from "@/lib/contracts/generated/members/sending/templates";
import type { TemplateRecord } from "@/lib/contracts/members/sending/templates";
import { measure } from "@/lib/sms/text/measure";

/**
 * Draws the dialog that adds or changes a template.
 * @param text the initial text of a new template.
 */
export function TemplateDialog({
  template,
  text: begun = "",
  onClose,
}: {
  template: TemplateRecord | undefined;
  text?: string;
  onClose: () => void;
}) {
  const [name, setName] = useState(template?.name ?? "");
  const [text, setText] = useState(template?.text ?? begun);
  const options = { changes: [listTemplates], quiet: true, close: onClose };
  const add = useMemberAction(addTemplateOperation, { ...options, done: "Template added." });
  const change = useMemberAction(changeTemplateOperation, { ...options, done: SAVED });
  const isReady = name.trim() !== "" && text.trim() !== "";
  return (
    <FormDialog
      title={template ? "Change template" : "Add template"}
      confirm={template ? "Save" : "Add"}
      isPending={add.isPending || change.isPending}
      isDisabled={!isReady}
      error={add.error?.message ?? change.error?.message}
      onSubmit={() =>
        template ? change.mutate({ id: template.id, name, text }) : add.mutate({ name, text })
      }
      onClose={onClose}
    >
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={TEMPLATE_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div>
        <TextArea
          label="Text"
          hint="{{name}} is filled from the column called name when you send to a CSV."
          rows={5}
          maxLength={TEMPLATE_LENGTH}
          value={text}
          onChange={setText}
        />
        <Room measured={measure(text, false)} />
      </div>
    </FormDialog>
  );
}
