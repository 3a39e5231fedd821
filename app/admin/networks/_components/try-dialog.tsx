"use client";

import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SPOILED_CHARACTERS } from "@/lib/contracts/base/values";
import { tryNetwork } from "@/lib/contracts/generated/admin/networks";

/** Sends one message to a phone through a network, and shows the outcome. */
export function TryDialog({
  name,
  kind,
  onClose,
}: {
  name: string;
  kind: string | null;
  onClose: () => void;
}) {
  const attempt = useMemberAction(tryNetwork, { quiet: true });
  return (
    <FormDialog
      title={`Send a test message via ${name}`}
      confirm="Send"
      isPending={attempt.isPending}
      isCheckedByBrowser
      error={attempt.error?.message}
      onSubmit={(event) => {
        const form = new FormData(event.currentTarget);
        attempt.mutate({ name, to: String(form.get("to")), sender: String(form.get("sender")) });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        Uses its own connection and ignores routes. It can take 50 seconds and is charged as a message.
      </p>
      <p className="text-sm text-muted">
        The message ends with <code>{SPOILED_CHARACTERS}</code>. Your phone should show the same characters.
        {kind === "smpp" && (
          <>
            {" "}
            If not, change <code>alphabet</code> in this network’s settings.
          </>
        )}
      </p>
      <Field label="Your phone" name="to" type="tel" autoComplete="off" required />
      <Field
        label="Sender"
        name="sender"
        hint="A sender this network allows, such as 2190."
        maxLength={20}
        autoComplete="off"
        required
      />
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {attempt.isPending ? "Waiting for the network…" : attempt.data?.result}
      </p>
    </FormDialog>
  );
}
