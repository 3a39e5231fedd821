"use client";

import { Button } from "@heroui/react";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { tokenCommand } from "@/lib/contracts/gateway/token-command";
import { createApiKeyOperation, listApiKeys } from "@/lib/contracts/members/api-keys";

type Given = z.input<typeof createApiKeyOperation.request>;
type Made = z.output<typeof createApiKeyOperation.response>;

/** Asks for a key's name and last day; then shows its secret, once. */
export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const form = useForm<Given, unknown, z.output<typeof createApiKeyOperation.request>>({
    resolver: zodResolver(createApiKeyOperation.request),
  });
  const make = useMemberAction(createApiKeyOperation, { changes: [listApiKeys], quiet: true });
  const close = () => {
    form.reset();
    make.reset();
    onClose();
  };
  const { errors } = form.formState;
  if (make.data) {
    return (
      <Dialog
        title="Your new key"
        isOpen={isOpen}
        onClose={close}
        footer={<Button onPress={close}>I have kept it</Button>}
      >
        <Secret made={make.data} />
      </Dialog>
    );
  }
  return (
    <Dialog title="New key" isOpen={isOpen} onClose={close}>
      <form
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(() => {
          const { name, expires } = form.getValues();
          make.mutate({ name, ...(expires ? { expires } : {}) });
        })}
      >
        <Field
          label="Name"
          hint="Which program is it for?"
          autoFocus
          error={errors.name?.message && `A name ${errors.name.message}.`}
          {...form.register("name")}
        />
        <Field
          label="Last day"
          hint="Leave it empty for a key that does not expire."
          type="date"
          error={errors.expires?.message}
          {...form.register("expires", { setValueAs: (value) => value || undefined })}
        />
        <p role="alert" className="text-sm text-danger">
          {make.error?.message}
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onPress={close}>
            Cancel
          </Button>
          <Button type="submit" isPending={make.isPending}>
            Make the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Secret({ made: { key, clientSecret } }: { made: Made }) {
  const command = tokenCommand(location.origin, key.clientId, clientSecret);
  return (
    <div className="flex flex-col gap-4">
      <p>The secret is shown here and never again.</p>
      <Value name="Client id" text={key.clientId} />
      <Value name="Client secret" text={clientSecret} />
      <Value name="Get an access token" text={command} />
    </div>
  );
}

function Value({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">{name}</span>
        <CopyButton text={text} />
      </div>
      <code className="rounded-lg bg-page p-3 font-mono text-xs break-all">{text}</code>
    </div>
  );
}
