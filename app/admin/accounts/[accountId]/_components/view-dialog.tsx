"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { leaveFor } from "@/components/members/request";
import { useMemberAction } from "@/components/members/use-member";
import { dropDraft } from "@/components/send/drafts";
import { Field, sentenceAbout } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { type AccountDetails, beginViewOperation } from "@/lib/contracts/admin/accounts";

type ViewForm = z.input<typeof beginViewOperation.request>;

/** Asks for the reason to view an account's pages, and names its readers. */
export function ViewDialog({ account, onClose }: { account: AccountDetails; onClose: () => void }) {
  const form = useForm<ViewForm, unknown, z.output<typeof beginViewOperation.request>>({
    resolver: zodResolver(beginViewOperation.request),
    defaultValues: { accountId: account.id, reason: "" },
  });
  const begin = useMemberAction(beginViewOperation, {
    quiet: true,
    onDone: () => {
      // Data of the administrator's own account must not stay in this tab.
      dropDraft();
      leaveFor("/overview");
    },
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      title={`View as ${account.name}?`}
      confirm="View account"
      isPending={begin.isPending}
      error={begin.error?.message}
      onSubmit={form.handleSubmit((given) => begin.mutate(given))}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        The Members Area shows this account for 30 minutes. You can’t change anything, or see keys and
        secrets. Administration is closed until you end the view.
      </p>
      <Field
        label="Reason"
        hint="This is logged. The account’s owner sees it in its activity."
        autoComplete="off"
        required
        error={sentenceAbout("The reason", errors.reason)}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}
