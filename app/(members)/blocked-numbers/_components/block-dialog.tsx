"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { blockNumberOperation, listBlockedNumbers } from "@/lib/contracts/generated/members/blocked-numbers";

/** Asks for a number to block, for instance after a phone call. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState("");
  const block = useMemberAction(blockNumberOperation, {
    changes: [listBlockedNumbers],
    done: "Number blocked.",
    close: onClose,
    quiet: true,
  });
  const error = block.error?.code === "missing_parameter" ? "Enter a number." : block.error?.message;
  return (
    <FormDialog
      title="Block number"
      confirm="Block"
      isPending={block.isPending}
      onSubmit={() => block.mutate({ number })}
      onClose={onClose}
    >
      <Field
        label="Number"
        hint="For example 021 123 4567 or +61 412 345 678."
        type="tel"
        autoFocus
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        error={error}
      />
      <p className="text-sm text-muted">
        For people who ask by phone or in person. The API shows these numbers with the keyword MANUAL.
      </p>
    </FormDialog>
  );
}
