"use client";

import { useState } from "react";
import { v7 } from "uuid";
import { EMPTY_FORM, type SendForm } from "@/app/(members)/send/_components/send-form";
import { Button } from "@/components/controls/button";
import { noticeFailure } from "@/components/controls/notice-list";
import { ask } from "@/components/members/request";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Time } from "@/components/ui/time";
import { SEND_NAME_LENGTH } from "@/lib/contracts/base/values";
import {
  listDrafts,
  readDraftOperation,
  removeDraftOperation,
  saveDraftOperation,
} from "@/lib/contracts/generated/members/sending/drafts";
import type { DraftsList } from "@/lib/contracts/members/sending/drafts";

/** Saves the form as a draft under a name. Replaces the draft that the form was opened from. */
export function DraftDialog({
  form,
  onSaved,
  onClose,
}: {
  form: SendForm;
  onSaved: (draft: SendForm["draft"]) => void;
  onClose: () => void;
}) {
  const { draft, file, sandbox: _, ...kept } = form;
  // A repeated request saves the draft only once.
  const [id] = useState(() => draft?.id ?? v7());
  const [name, setName] = useState(draft?.name ?? form.name);
  const fileName = file ? file.name.slice(0, 200) : (draft?.fileName ?? null);
  const save = useMemberAction(saveDraftOperation, {
    changes: [listDrafts],
    quiet: true,
    done: "Draft saved.",
    onDone: () => onSaved({ id, name: name.trim(), fileName }),
    close: onClose,
  });
  return (
    <FormDialog
      title="Save draft"
      confirm="Save"
      isPending={save.isPending}
      isDisabled={name.trim() === ""}
      error={save.error?.message}
      onSubmit={() => save.mutate({ id, name, form: kept, fileName })}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint={file ? "The file isn’t saved. Choose it again when you open the draft." : undefined}
        autoFocus
        autoComplete="off"
        maxLength={SEND_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}

/** Draws the account's drafts, to open or delete. */
export function DraftsDialog({
  drafts,
  isUnsaved,
  onOpen,
  onClose,
}: {
  drafts: DraftsList["drafts"];
  /** True if a draft would replace an unsaved form. */
  isUnsaved: boolean;
  onOpen: (form: SendForm) => void;
  onClose: () => void;
}) {
  const remove = useMemberAction(removeDraftOperation, { changes: [listDrafts], done: "Draft deleted." });
  const [asked, setAsked] = useState<string>();
  const open = async (id: string) => {
    try {
      const { form, name, fileName } = await ask(readDraftOperation, { id });
      onOpen({ ...EMPTY_FORM, ...form, draft: { id, name, fileName } });
      onClose();
    } catch (error) {
      noticeFailure(error instanceof Error ? error.message : "The draft can’t be opened.");
    }
  };
  if (asked !== undefined)
    return (
      <ConfirmDialog
        title="Replace what you’ve written?"
        question="Opening a draft replaces your unsaved text and recipients."
        confirm="Open draft"
        isPending={false}
        onConfirm={() => open(asked)}
        onClose={() => setAsked(undefined)}
      />
    );
  return (
    <Dialog title="Drafts" isOpen onClose={onClose}>
      {drafts.length === 0 ? <p>No drafts.</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {drafts.map(({ id, name, savedAt }) => (
          <li key={id} className="flex items-center gap-2 py-2">
            <span className="min-w-0 grow">
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-muted">
                Saved <Time isInSentence at={savedAt} />
              </span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={`Open ${name}`}
              onPress={() => (isUnsaved ? setAsked(id) : open(id))}
            >
              Open
            </Button>
            <Button
              variant="danger-soft"
              size="sm"
              aria-label={`Delete ${name}`}
              isPending={remove.isPending}
              onPress={() => remove.mutate({ id })}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
