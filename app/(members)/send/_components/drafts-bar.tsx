"use client";

import { useState } from "react";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { listDrafts } from "@/lib/contracts/generated/members/sending/drafts";

const DraftDialog = loadedLater(
  async () => (await import("@/app/(members)/send/_components/draft-dialogs")).DraftDialog,
);
const DraftsDialog = loadedLater(
  async () => (await import("@/app/(members)/send/_components/draft-dialogs")).DraftsDialog,
);

/** Keeps the form as a draft, and opens drafts that the account has. */
export function DraftsBar({
  form,
  lists,
  onChange,
}: {
  form: SendForm;
  /** The account's lists: a draft may have one that was removed. */
  lists: readonly { id: string }[];
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const drafts = useMember(listDrafts, {}).data?.drafts ?? [];
  const [shown, setShown] = useState<"save" | "list" | null>(null);
  const isEmpty =
    form.numbers.trim() === "" && form.body.trim() === "" && form.file === null && form.lists.length === 0;
  // What was written and is in no draft yet would be lost by opening one.
  const [kept, setKept] = useState<string>();
  const isUnsaved = !isEmpty && writtenIn(form) !== kept;
  const keep = (changes: Partial<SendForm>) => {
    setKept(writtenIn({ ...form, ...changes }));
    onChange(changes);
  };
  const missing = form.file === null ? form.draft?.fileName : null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" size="sm" isDisabled={isEmpty} onPress={() => setShown("save")}>
        Save draft
      </Button>
      {drafts.length > 0 ? (
        <Button variant="ghost" size="sm" onPress={() => setShown("list")}>
          Drafts ({formatCount(drafts.length)})
        </Button>
      ) : null}
      {form.draft ? (
        <p className="text-sm wrap-anywhere text-muted">
          Draft: {form.draft.name}
          {missing ? `. Choose the file ${missing} again.` : null}
        </p>
      ) : null}
      {shown === "save" ? (
        <DraftDialog form={form} onSaved={(draft) => keep({ draft })} onClose={() => setShown(null)} />
      ) : null}
      {shown === "list" ? (
        <DraftsDialog
          drafts={drafts}
          isUnsaved={isUnsaved}
          onOpen={(opened) =>
            keep({ ...opened, lists: opened.lists.filter((id) => lists.some((list) => list.id === id)) })
          }
          onClose={() => setShown(null)}
        />
      ) : null}
    </div>
  );
}

/** What a person has written into a form, to be compared. */
function writtenIn({ numbers, body, lists, file }: SendForm): string {
  return JSON.stringify([numbers, body, lists, file?.name ?? null]);
}
