"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import {
  endOtherSessions,
  endSessionOperation,
  listSessions,
} from "@/lib/contracts/generated/members/people/sessions";

const changes = [listSessions];

/** Draws the reader's sessions, with buttons that end other sessions. */
export function SessionsPanel() {
  const list = useMember(listSessions, {});
  const [isAsking, setAsking] = useState(false);
  const end = useMemberAction(endSessionOperation, { changes, done: "Signed out there." });
  const endOthers = useMemberAction(endOtherSessions, {
    changes,
    done: "Signed out everywhere else.",
    onDone: () => setAsking(false),
  });
  const hasOthers = list.data?.sessions.some(({ isThis }) => !isThis) ?? false;
  return (
    <Panel
      title="Sessions"
      actions={
        hasOthers ? (
          <Button size="sm" variant="outline" onPress={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
        ) : null
      }
    >
      <p className="mb-4 text-muted">Your sessions in all your accounts.</p>
      <Loaded query={list}>
        {({ sessions }) => (
          <DataTable
            label="Sessions"
            rows={sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Device",
                phone: "title",
                cell: ({ browser, isThis }) => (
                  <span className="flex flex-wrap items-center gap-2">
                    {browser || "Unknown device"}
                    {isThis ? <Chip color="accent">This session</Chip> : null}
                  </span>
                ),
              },
              {
                title: "From",
                phone: "text",
                cell: ({ address, account }) => (
                  <>
                    <span className="font-mono text-xs">{address}</span>
                    <span className="block text-muted wrap-anywhere sm:max-w-60">{account}</span>
                  </>
                ),
              },
              { title: "Signed in", cell: ({ began }) => <Time at={began} isLong /> },
              { title: "Last seen", phone: "text", cell: ({ lastSeen }) => <Time at={lastSeen} isLong /> },
              {
                title: "Actions",
                phone: "aside",
                align: "end",
                cell: ({ id, isThis, browser }) =>
                  isThis ? null : (
                    <RowMenu
                      label={`Actions for ${browser || "unknown device"}`}
                      actions={[{ title: "Sign out", isDanger: true, onSelect: () => end.mutate({ id }) }]}
                    />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <ConfirmDialog
        title="Sign out everywhere else?"
        question="All your other sessions end. This one goes on."
        confirm="Sign out"
        isOpen={isAsking}
        isPending={endOthers.isPending}
        onConfirm={() => endOthers.mutate({})}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
