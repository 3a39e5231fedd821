"use client";

import { useState } from "react";
import { useResetLink } from "@/app/admin/accounts/[accountId]/_components/use-reset-link";
import { Button } from "@/components/controls/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { ROLE_NAMES } from "@/components/words/role-names";
import type { AccountDetails } from "@/lib/contracts/admin/accounts";

/** Draws the people of the account. Each row can send its person a link to choose a new password. */
export function PeoplePanel({ account: { id: accountId, status, people } }: { account: AccountDetails }) {
  const [asked, setAsked] = useState<AccountDetails["people"][number]>();
  const close = () => setAsked(undefined);
  const link = useResetLink(close);
  return (
    <Panel title="People">
      {people.length === 0 ? <p className="text-muted">This account has no people.</p> : null}
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <li key={person.personId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{person.name}</span>
              <span className="block text-sm wrap-anywhere text-muted">
                {person.email} · {ROLE_NAMES[person.role].title}
              </span>
            </span>
            <Button
              size="sm"
              variant="outline"
              isDisabled={status !== "active"}
              onPress={() => setAsked(person)}
            >
              Send reset link
              <span className="sr-only"> to {person.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Send a reset link?"
        question={`${asked?.email} gets a link that works for one hour. The current password works until it is used, and two-factor authentication stays as it is.`}
        confirm="Send link"
        isOpen={asked !== undefined}
        isPending={link.isPending}
        onConfirm={() => asked && link.mutate({ accountId, personId: asked.personId })}
        onClose={close}
      />
    </Panel>
  );
}
