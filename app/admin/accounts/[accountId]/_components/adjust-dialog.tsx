"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { v7 } from "uuid";
import type { z } from "zod";
import { useMemberAction } from "@/components/members/use-member";
import { Field, sentenceAbout } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { type AccountDetails, adjustBalance } from "@/lib/contracts/admin/accounts";
import { signedDollars } from "@/lib/contracts/admin/dollars";
import {
  listAccountActivity,
  listAccounts,
  listMovements,
  readAccount,
} from "@/lib/contracts/generated/admin/accounts";
import { readMe } from "@/lib/contracts/generated/members/account";
import { formatMoney, parseDollars, toDecimal } from "@/lib/money";

type AdjustForm = z.input<typeof adjustBalance.request>;

const changes = [readAccount, listMovements, listAccountActivity, listAccounts, readMe];
const amountOf = signedDollars();

/**
 * Asks for an amount and a reason, and shows the new balance. The form has an idempotency key, so a repeated
 * request adjusts the balance once.
 */
export function AdjustDialog({ account, onClose }: { account: AccountDetails; onClose: () => void }) {
  const [key] = useState(() => v7());
  const form = useForm<AdjustForm, unknown, z.output<typeof adjustBalance.request>>({
    resolver: zodResolver(adjustBalance.request),
    defaultValues: { accountId: account.id, key, amount: "", reason: "" },
  });
  const adjust = useMemberAction(adjustBalance, {
    changes,
    quiet: true,
    done: "Balance adjusted.",
    close: onClose,
  });
  const preview = previewOf(useWatch({ control: form.control, name: "amount" }), account.balance);
  const { errors } = form.formState;
  return (
    <FormDialog
      title="Adjust balance"
      confirm={
        preview === null ? "Adjust" : `${preview.isTaking ? "Deduct" : "Add"} ${formatMoney(preview.size)}`
      }
      variant={preview?.isTaking ? "danger" : "primary"}
      isPending={adjust.isPending}
      isDisabled={preview?.isShort ?? false}
      error={adjust.error?.message}
      onSubmit={form.handleSubmit((given) => adjust.mutate(given))}
      onClose={onClose}
    >
      <Field
        label="Amount"
        hint="NZ$ incl. GST. Use a minus sign to deduct."
        placeholder="25.00 or -25.00"
        inputMode="text"
        autoComplete="off"
        required
        error={sentenceAbout("The amount", errors.amount)}
        {...form.register("amount")}
      />
      <Field
        label="Reason"
        hint="The account sees this with the amount."
        autoComplete="off"
        required
        error={sentenceAbout("The reason", errors.reason)}
        {...form.register("reason")}
      />
      <p className="min-h-6 rounded-lg bg-page p-3 text-sm tabular-nums" aria-live="polite">
        {preview === null ? (
          `The balance is ${formatMoney(account.balance)}.`
        ) : preview.isShort ? (
          <span className="text-danger">
            The balance is {formatMoney(account.balance)} and can’t go below $0.
          </span>
        ) : (
          `The balance goes from ${formatMoney(account.balance)} to ${formatMoney(preview.after)}.`
        )}
      </p>
    </FormDialog>
  );
}

function previewOf(amount: string, balance: string) {
  const parsed = amountOf.safeParse(amount);
  if (!parsed.success) return null;
  const micros = parseDollars(parsed.data);
  const after = parseDollars(balance) + micros;
  return {
    isTaking: micros < 0n,
    isShort: after < 0n,
    size: toDecimal(micros < 0n ? -micros : micros),
    after: toDecimal(after),
  };
}
