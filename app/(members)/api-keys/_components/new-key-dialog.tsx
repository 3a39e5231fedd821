"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { LIMIT_HINT } from "@/app/(members)/api-keys/_components/key-limit-dialog";
import { limitOf } from "@/app/(members)/api-keys/_components/limit-of";
import { useMemberAction } from "@/components/members/use-member";
import { CopiedValue } from "@/components/ui/copied-value";
import { Dialog, KeptButton } from "@/components/ui/dialog";
import { Field, sentenceAbout } from "@/components/ui/field";
import { DialogForm } from "@/components/ui/form-dialog";
import { tokenCommand } from "@/lib/contracts/gateway/token-command";
import { listApiKeys } from "@/lib/contracts/generated/members/api-keys";
import { createApiKeyOperation } from "@/lib/contracts/members/api-keys";

type KeyForm = z.input<typeof createApiKeyOperation.request>;
type NewKey = z.output<typeof createApiKeyOperation.response>;

/** Asks for a key's name, last day and daily limit, then shows its secret once. */
export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = useForm<KeyForm, unknown, z.output<typeof createApiKeyOperation.request>>({
    resolver: zodResolver(createApiKeyOperation.request),
  });
  const make = useMemberAction(createApiKeyOperation, { changes: [listApiKeys], quiet: true });
  const close = () => {
    form.reset();
    make.reset();
    onClose();
  };
  const { errors } = form.formState;
  return (
    <Dialog
      title={make.data ? "Your new key" : "Create key"}
      isOpen={isOpen}
      onClose={close}
      footer={make.data ? <KeptButton onPress={close} /> : null}
    >
      {make.data ? (
        <Secret made={make.data} />
      ) : (
        <DialogForm
          confirm="Create key"
          isPending={make.isPending}
          isCheckedByBrowser
          error={make.error?.message}
          onSubmit={form.handleSubmit(() => {
            const { name, expires, dailyLimit } = form.getValues();
            make.mutate({ name, ...(expires ? { expires } : {}), dailyLimit: limitOf(dailyLimit) });
          })}
          onClose={close}
        >
          <Field
            label="Name"
            hint="The app that will use this key."
            autoFocus
            error={sentenceAbout("A name", errors.name)}
            {...form.register("name")}
          />
          <Field
            label="Expires after"
            hint="Leave empty for no expiry."
            type="date"
            error={errors.expires?.message}
            {...form.register("expires", { setValueAs: (value) => value || undefined })}
          />
          <Field
            label="Daily limit"
            hint={LIMIT_HINT}
            inputMode="decimal"
            autoComplete="off"
            error={sentenceAbout("A limit", errors.dailyLimit)}
            {...form.register("dailyLimit", { setValueAs: limitOf })}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

function Secret({ made: { key, clientSecret } }: { made: NewKey }) {
  const command = tokenCommand(location.origin, key.clientId, clientSecret);
  return (
    <div className="flex flex-col gap-4">
      <p>The secret is only shown once.</p>
      <CopiedValue name="Client ID" text={key.clientId} />
      <CopiedValue name="Client secret" text={clientSecret} />
      <CopiedValue name="Get a token" text={command} />
    </div>
  );
}
