"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { titleOf } from "@/app/admin/rates/_components/rate-title";
import { useMemberAction } from "@/components/members/use-member";
import { Field, sentenceAbout } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { addRate, type RateRecord } from "@/lib/contracts/admin/rates";
import { changeRate, listRates } from "@/lib/contracts/generated/admin/rates";

type RateForm = z.input<typeof addRate.request>;

const orNothing = { setValueAs: (value: string | null) => value || undefined };

/**
 * Asks for a destination's prices.
 * @param rate the current prices; null for a new destination.
 */
export function RateDialog({ rate, onClose }: { rate: RateRecord | null; onClose: () => void }) {
  const { request } = addRate;
  const form = useForm<RateForm, unknown, z.output<typeof request>>({
    resolver: zodResolver(request),
    defaultValues: {
      callingCode: rate?.callingCode ?? "",
      price: rate?.price ?? "",
      templatePrice: rate?.templatePrice ?? "",
      isStandard: rate?.isStandard ?? false,
    },
  });
  const save = useMemberAction(rate === null ? addRate : changeRate, {
    changes: [listRates],
    quiet: true,
    done: "Price saved. It applies within five seconds.",
    close: onClose,
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      title={rate === null ? "Add destination" : titleOf(rate)}
      confirm="Save"
      isPending={save.isPending}
      error={save.error?.message}
      onSubmit={form.handleSubmit((given) => save.mutate(given))}
      onClose={onClose}
    >
      {rate === null ? (
        <Field
          label="Country calling code"
          hint="For example 44 for the United Kingdom."
          inputMode="numeric"
          autoComplete="off"
          required
          error={sentenceAbout("The calling code", errors.callingCode)}
          {...form.register("callingCode")}
        />
      ) : null}
      <Field
        label="Price per part"
        hint="NZ$ excl. GST."
        defaultValue={rate?.price ?? ""}
        inputMode="decimal"
        autoComplete="off"
        required
        error={sentenceAbout("The price", errors.price)}
        {...form.register("price")}
      />
      <Field
        label="Price per part for codes and reminders"
        hint="Used if lower. Leave empty to use the standard price."
        defaultValue={rate?.templatePrice ?? ""}
        inputMode="decimal"
        autoComplete="off"
        error={sentenceAbout("The price", errors.templatePrice)}
        {...form.register("templatePrice", orNothing)}
      />
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" className="mt-0.5 size-4 accent-(--accent)" {...form.register("isStandard")} />
        Standard: an account’s own rate overrides this price
      </label>
    </FormDialog>
  );
}
