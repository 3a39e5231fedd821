"use client";

import { useState } from "react";
import { limitOf } from "@/app/(members)/api-keys/_components/limit-of";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { limitApiKey, listApiKeys } from "@/lib/contracts/generated/members/api-keys";
import type { ApiKeyRecord } from "@/lib/contracts/members/api-keys";

export const LIMIT_HINT = "In NZ$ incl. GST. Leave empty for no limit.";

/** Asks for a key's daily limit. */
export function KeyLimitDialog({ apiKey, onClose }: { apiKey: ApiKeyRecord; onClose: () => void }) {
  const [amount, setAmount] = useState(apiKey.dailyLimit ?? "");
  const limit = useMemberAction(limitApiKey, {
    changes: [listApiKeys],
    done: SAVED,
    close: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={`Daily limit of ${apiKey.name}`}
      confirm="Save"
      isPending={limit.isPending}
      error={limit.error?.message}
      onSubmit={() => limit.mutate({ id: apiKey.id, dailyLimit: limitOf(amount) })}
      onClose={onClose}
    >
      <Field
        label="Daily limit"
        hint={LIMIT_HINT}
        inputMode="decimal"
        autoFocus
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
    </FormDialog>
  );
}
