"use client";

import { DataTable } from "@/components/lists/data-table";
import { useMemberAction } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { Time } from "@/components/ui/time";
import { ROLE_NAMES } from "@/components/words/role-names";
import {
  listPeople,
  resendInvitation,
  withdrawInvitation,
} from "@/lib/contracts/generated/members/people/people";
import type { InvitationRecord } from "@/lib/contracts/members/people/people";

const changes = [listPeople];

/** Draws the invitations without an answer. */
export function Invitations({ invitations }: { invitations: readonly InvitationRecord[] }) {
  const resend = useMemberAction(resendInvitation, {
    changes,
    done: "Invitation sent again. The link before it no longer works.",
  });
  const withdraw = useMemberAction(withdrawInvitation, { changes, done: "Invitation withdrawn." });
  return (
    <Panel title="Invitations">
      <DataTable
        label="Invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          {
            title: "Email",
            phone: "title",
            sort: ({ email }) => email,
            cell: ({ email }) => <span className="break-all">{email}</span>,
          },
          { title: "Role", phone: "text", cell: ({ role }) => ROLE_NAMES[role].title },
          { title: "Expires", phone: "text", cell: ({ expires }) => <Time at={expires} isLong /> },
          {
            title: "Actions",
            phone: "aside",
            align: "end",
            cell: ({ id, email }) => (
              <RowMenu
                label={`Actions for ${email}`}
                actions={[
                  { title: "Send again", onSelect: () => resend.mutate({ id }) },
                  { title: "Withdraw", isDanger: true, onSelect: () => withdraw.mutate({ id }) },
                ]}
              />
            ),
          },
        ]}
      />
    </Panel>
  );
}
