"use client";

import { useState } from "react";
import { type GivenRole, RoleChoice } from "@/app/(members)/people/_components/role-choice";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { invitePerson, listPeople } from "@/lib/contracts/generated/members/people/people";

/** Asks for the email address and role of a person to invite. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<GivenRole>("sender");
  const invite = useMemberAction(invitePerson, {
    changes: [listPeople],
    quiet: true,
    done: "Invitation sent. Its link works for seven days.",
    close: onClose,
  });
  return (
    <FormDialog
      title="Invite someone"
      confirm="Send invitation"
      isPending={invite.isPending}
      isDisabled={email.trim() === ""}
      error={invite.error?.message}
      onSubmit={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <Field
        label="Email"
        type="email"
        autoFocus
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
