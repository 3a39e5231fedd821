"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { CopiedValue } from "@/components/ui/copied-value";
import { ConfirmButtons, Dialog, KeptButton } from "@/components/ui/dialog";
import { readWebhooks, rollWebhookSecret } from "@/lib/contracts/generated/members/webhooks";

/** Creates a signing secret after a question, and shows it once. */
export function RollDialog({
  verb,
  signed,
  onClose,
}: {
  verb: string;
  signed: boolean;
  onClose: () => void;
}) {
  const roll = useMemberAction(rollWebhookSecret, { changes: [readWebhooks] });
  const secret = roll.data?.secret;
  // Kept from the start: when the new secret is shown, `signed` is true in any case.
  const [wasSigned] = useState(signed);
  return (
    <Dialog
      title={secret ? "Your signing secret" : `${verb}?`}
      isOpen
      onClose={onClose}
      footer={
        secret ? (
          <KeptButton onPress={onClose} />
        ) : (
          <ConfirmButtons
            confirm={verb}
            variant="primary"
            isPending={roll.isPending}
            onConfirm={() => roll.mutate({})}
            onClose={onClose}
          />
        )
      }
    >
      {secret ? (
        <div className="flex flex-col gap-4">
          <p>This secret is only shown once. Store it where your app reads its settings.</p>
          <CopiedValue name="Secret" text={secret} />
          {wasSigned ? <p>The previous secret is valid for another 24 hours.</p> : null}
        </div>
      ) : signed ? (
        <p>
          For 24 hours, requests are signed with both the new and the previous secret, so you can update your
          app without downtime. Up to three secrets can be valid at once.
        </p>
      ) : (
        <p>Every request will be signed. Endpoints that don’t check signatures keep working.</p>
      )}
    </Dialog>
  );
}
