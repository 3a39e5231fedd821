"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { blockNumberOperation, listBlockedNumbers } from "@/lib/contracts/members/blocked-numbers";

/** Asks for a number to block, for instance of a person who asked by telephone. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const [number, setNumber] = useState("");
  const block = useMemberAction(blockNumberOperation, {
    changes: [listBlockedNumbers],
    done: "The number is blocked.",
    onDone: onClose,
    quiet: true,
  });
  const error = block.error?.code === "missing_parameter" ? "Write a number." : block.error?.message;
  return (
    <FormDialog
      title="Block a number"
      confirm="Block"
      isPending={block.isPending}
      onSubmit={() => block.mutate({ number })}
      onClose={onClose}
    >
      <Field
        label="Number"
        hint="Such as 021 123 4567, or with its country: +61 412 345 678."
        type="tel"
        autoFocus
        autoComplete="off"
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        error={error}
      />
      <p className="text-sm text-muted">
        For somebody who has asked you not to be written to, by telephone or in a shop. By the API the keyword
        of such a number is MANUAL.
      </p>
    </FormDialog>
  );
}
