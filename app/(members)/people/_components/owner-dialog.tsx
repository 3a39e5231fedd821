"use client";

import { useState } from "react";
import { API_PASSWORD_ENDS } from "@/app/(members)/people/_components/api-password-ends";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { listPeople, makeOwnerOperation } from "@/lib/contracts/generated/members/people/people";
import type { PersonRecord } from "@/lib/contracts/members/people/people";

/** Makes a person an owner. The person who is signed in stays an owner or stops being one, and must enter a password. */
export function OwnerDialog({
  person: { personId, email },
  onClose,
}: {
  person: PersonRecord;
  onClose: () => void;
}) {
  const [stay, setStay] = useState(true);
  const [password, setPassword] = useState("");
  const you = useMember(listPeople, {}).data?.people.find(({ isYou }) => isYou);
  const make = useMemberAction(makeOwnerOperation, {
    changes: [listPeople],
    quiet: true,
    done: `${email} is an owner now.`,
    // A former owner sees other pages.
    onDone: () => {
      if (!stay) location.reload();
    },
    close: () => {
      if (stay) onClose();
    },
  });
  return (
    <FormDialog
      title={`Make ${email} an owner`}
      confirm={stay ? "Make owner" : "Transfer ownership"}
      variant={stay ? "primary" : "danger"}
      isPending={make.isPending}
      isDisabled={password === ""}
      error={make.error?.message}
      onSubmit={() => make.mutate({ personId, password, stay })}
      onClose={onClose}
    >
      <p>An owner can do everything, including removing you.</p>
      <FilterSelect
        label="You"
        value={stay ? "stay" : "go"}
        onChange={(value) => setStay(value === "stay")}
        options={[
          { value: "stay", title: "Stay an owner too" },
          { value: "go", title: "Become a developer: transfer ownership" },
        ]}
      />
      {!stay && you?.opensApi ? <p className="text-sm">{API_PASSWORD_ENDS}</p> : null}
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </FormDialog>
  );
}
