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

/** Draws buttons that save the form as a draft, and open the account's drafts. */
export function DraftsBar({
  form,
  lists,
  onChange,
}: {
  form: SendForm;
  /** The account's lists. A draft may refer to a removed list. */
  lists: readonly { id: string }[];
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const drafts = useMember(listDrafts, {}).data?.drafts ?? [];
  const [shown, setShown] = useState<"save" | "list" | null>(null);
  const isEmpty =
    form.numbers.trim() === "" && form.body.trim() === "" && form.file === null && form.lists.length === 0;
  // Opening a draft would lose input that no draft has.
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

/** Returns the reader's input in a form, for comparison. */
function writtenIn({ numbers, body, lists, file }: SendForm): string {
  return JSON.stringify([numbers, body, lists, file?.name ?? null]);
}
