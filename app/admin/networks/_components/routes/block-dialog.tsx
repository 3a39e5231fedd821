"use client";

import { useState } from "react";
import { Switch } from "@/components/controls/switch";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { blockRange, listRoutes } from "@/lib/contracts/generated/admin/network-routes";
import { listNetworks } from "@/lib/contracts/generated/admin/networks";

/** Asks for numbers to block, or to except from a blocked range. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const [isException, setException] = useState(false);
  const block = useMemberAction(blockRange, {
    changes: [listRoutes, listNetworks],
    quiet: true,
    done: "Range saved. Servers follow within seconds.",
    close: onClose,
  });
  return (
    <FormDialog
      title="Block numbers"
      confirm="Save"
      isPending={block.isPending}
      isCheckedByBrowser
      error={block.error?.message}
      onSubmit={(event) => {
        const prefix = String(new FormData(event.currentTarget).get("prefix"));
        block.mutate({ prefix, isException });
      }}
      onClose={onClose}
    >
      <Field
        label="Numbers that begin with"
        name="prefix"
        hint="For example +882 or +64 900. The longest range of a number applies."
        type="tel"
        maxLength={100}
        autoComplete="off"
        required
      />
      <Switch
        label="Exception"
        description="Messages to these numbers are sent, although a shorter range blocks them."
        isSelected={isException}
        onChange={setException}
      />
    </FormDialog>
  );
}
