"use client";

import { TextArea } from "@/components/controls/text-area";
import { useMemberAction } from "@/components/members/use-member";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { listRoutes, replaceRoutes } from "@/lib/contracts/generated/admin/network-routes";

/** Draws the dialog that edits the routes document. The saved document replaces all routes. */
export function RoutesDialog({ file, onClose }: { file: string; onClose: () => void }) {
  const replace = useMemberAction(replaceRoutes, {
    changes: [listRoutes],
    quiet: true,
    done: SAVED,
    close: onClose,
  });
  return (
    <FormDialog
      title="Routes and senders"
      confirm="Replace all"
      isPending={replace.isPending}
      error={replace.error?.message}
      onSubmit={(event) => {
        replace.mutate({ file: String(new FormData(event.currentTarget).get("file")) });
      }}
      onClose={onClose}
    >
      <TextArea
        label="All routes, as JSON"
        hint="The whole list, as described in docs/networks.md. If it has an error, nothing is changed."
        name="file"
        defaultValue={file}
        rows={14}
        className="min-h-64 font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
