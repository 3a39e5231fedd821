"use client";

import { useState } from "react";
import { API_PASSWORD_ENDS } from "@/app/(members)/people/_components/api-password-ends";
import { Invitations } from "@/app/(members)/people/_components/invitations";
import { PeopleTable } from "@/app/(members)/people/_components/people-table";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { May } from "@/components/members/role";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import {
  invitePerson,
  leaveAccountOperation,
  listPeople,
  removePersonOperation,
} from "@/lib/contracts/generated/members/people/people";
import type { PersonRecord } from "@/lib/contracts/members/people/people";

const InviteDialog = loadedLater(
  async () => (await import("@/app/(members)/people/_components/invite-dialog")).InviteDialog,
);
const RoleDialog = loadedLater(
  async () => (await import("@/app/(members)/people/_components/role-dialog")).RoleDialog,
);
const OwnerDialog = loadedLater(
  async () => (await import("@/app/(members)/people/_components/owner-dialog")).OwnerDialog,
);

/** The current action, and its person. */
type Doing = { what: "role" | "owner" | "remove" | "leave"; person: PersonRecord };

/** Draws the people in the account. Owners invite, change and remove. */
export function People() {
  const list = useMember(listPeople, {});
  const [isInviting, setInviting] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  return (
    <>
      <PageHeader
        title="People"
        actions={
          <May call={invitePerson}>
            <Button onPress={() => setInviting(true)}>Invite someone</Button>
          </May>
        }
      >
        The people who can sign in to this account, and their roles. Each person has their own password.
      </PageHeader>
      <Loaded query={list}>
        {({ people, invitations }) => (
          <div className="flex flex-col gap-6">
            <Panel>
              <PeopleTable people={people} onDo={(what, person) => setDoing({ what, person })} />
            </Panel>
            {invitations.length > 0 ? <Invitations invitations={invitations} /> : null}
          </div>
        )}
      </Loaded>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      {doing?.what === "role" ? <RoleDialog person={doing.person} onClose={close} /> : null}
      {doing?.what === "owner" ? <OwnerDialog person={doing.person} onClose={close} /> : null}
      {doing?.what === "remove" ? <RemoveDialog person={doing.person} onClose={close} /> : null}
      {doing?.what === "leave" ? <LeaveDialog person={doing.person} onClose={close} /> : null}
    </>
  );
}

type DialogProps = { person: PersonRecord; onClose: () => void };

function RemoveDialog({ person: { personId, email, opensApi }, onClose }: DialogProps) {
  const remove = useMemberAction(removePersonOperation, {
    changes: [listPeople],
    done: "Removed. They’re signed out of this account.",
    close: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove ${email}?`}
      question={`They’re signed out of this account at once. ${opensApi ? API_PASSWORD_ENDS : "API keys go on working."}`}
      confirm="Remove"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ personId })}
      onClose={onClose}
    />
  );
}

function LeaveDialog({ person: { opensApi }, onClose }: DialogProps) {
  const leave = useMemberAction(leaveAccountOperation, {
    onDone: ({ isSignedOut }) => location.assign(isSignedOut ? "/sign-in" : "/overview"),
  });
  return (
    <ConfirmDialog
      title="Leave this account?"
      question={`You can only come back by another invitation.${opensApi ? ` ${API_PASSWORD_ENDS}` : ""}`}
      confirm="Leave"
      isPending={leave.isPending}
      onConfirm={() => leave.mutate({})}
      onClose={onClose}
    />
  );
}
