"use client";

import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { FormError } from "@/components/ui/form-error";
import { confirmEmailSenderOperation } from "@/lib/contracts/generated/members/email-senders";

/**
 * Asks the reader to confirm an email sender: the owner of the address, or the person responsible for the
 * domain's mail.
 */
export function ConfirmSender({
  token,
  sender,
  account,
}: {
  token: string;
  sender: string;
  account: string;
}) {
  const confirm = useMemberAction(confirmEmailSenderOperation, { quiet: true });
  const whose = sender.startsWith("@") ? (
    <>
      any address at <strong className="break-all">{sender.slice(1)}</strong>
    </>
  ) : (
    <strong className="break-all">{sender}</strong>
  );
  if (confirm.isSuccess) {
    return <p role="status">Confirmed. Emails from {whose} are now sent as texts.</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      <p>
        The account <strong>{account}</strong> wants to send texts from emails sent by {whose}. It pays for
        them, and replies come back by email.
      </p>
      <p className="text-muted">If you don’t recognise this, close this page. No texts will be sent.</p>
      <FormError>{confirm.error?.message}</FormError>
      <Button fullWidth isPending={confirm.isPending} onPress={() => confirm.mutate({ token })}>
        Confirm
      </Button>
    </div>
  );
}
