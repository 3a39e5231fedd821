"use client";

import { useState } from "react";
import { API_PASSWORD_ENDS } from "@/app/(members)/people/_components/api-password-ends";
import { type GivenRole, RoleChoice } from "@/app/(members)/people/_components/role-choice";
import { useMemberAction } from "@/components/members/use-member";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { changeRoleOperation, listPeople } from "@/lib/contracts/generated/members/people/people";
import type { PersonRecord } from "@/lib/contracts/members/people/people";

/** Asks for a person's new role. */
export function RoleDialog({
  person: { personId, email, role: before, opensApi },
  onClose,
}: {
  person: PersonRecord;
  onClose: () => void;
}) {
  const [role, setRole] = useState<GivenRole>(before === "owner" ? "developer" : before);
  const change = useMemberAction(changeRoleOperation, {
    changes: [listPeople],
    quiet: true,
    done: SAVED,
    close: onClose,
  });
  return (
    <FormDialog
      title={`Change the role of ${email}`}
      confirm="Save"
      isPending={change.isPending}
      error={change.error?.message}
      onSubmit={() => change.mutate({ personId, role })}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
      {opensApi ? <p className="text-sm">{API_PASSWORD_ENDS}</p> : null}
    </FormDialog>
  );
}
