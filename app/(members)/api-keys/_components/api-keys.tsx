"use client";

import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import {
  deleteApiKeyOperation,
  listApiKeys,
  setApiKeyEnabled,
} from "@/lib/contracts/generated/members/api-keys";
import type { ApiKeyRecord } from "@/lib/contracts/members/api-keys";
import { formatMoney } from "@/lib/money";

const NewKeyDialog = loadedLater(
  async () => (await import("@/app/(members)/api-keys/_components/new-key-dialog")).NewKeyDialog,
);

const KeyLimitDialog = loadedLater(
  async () => (await import("@/app/(members)/api-keys/_components/key-limit-dialog")).KeyLimitDialog,
);

const STATE = {
  active: { color: "success", title: "Active" },
  disabled: { color: "default", title: "Disabled" },
  expired: { color: "warning", title: "Expired" },
} as const;

const changes = [listApiKeys];

/** Draws the list of keys, with the actions on each. */
export function ApiKeys() {
  const keys = useMember(listApiKeys, {});
  const [isMaking, setMaking] = useState(false);
  const [doomed, setDoomed] = useState<ApiKeyRecord>();
  const [limited, setLimited] = useState<ApiKeyRecord>();
  const remove = useMemberAction(deleteApiKeyOperation, {
    changes,
    done: "Key deleted.",
    onDone: () => setDoomed(undefined),
  });
  return (
    <>
      <PageHeader title="API keys" actions={<Button onPress={() => setMaking(true)}>Create key</Button>}>
        Exchange a key for an access token, and send it with every request. Give each app its own key so you
        can revoke one without affecting the rest.
      </PageHeader>
      <Panel>
        <Loaded query={keys}>
          {({ keys: rows }) =>
            rows.length === 0 ? (
              <EmptyState title="No API keys yet">
                Create a key and use it to get an access token. With the token, your app{" "}
                <Link className={LINK_IN_TEXT} href="/docs/first-message">
                  can send its first message
                </Link>
                .
              </EmptyState>
            ) : (
              <KeysTable rows={rows} onLimit={setLimited} onDelete={setDoomed} />
            )
          }
        </Loaded>
      </Panel>
      {isMaking ? <NewKeyDialog isOpen onClose={() => setMaking(false)} /> : null}
      {limited ? <KeyLimitDialog apiKey={limited} onClose={() => setLimited(undefined)} /> : null}
      <ConfirmDialog
        title="Delete key?"
        question={`Apps that use “${doomed?.name}” stop working immediately. ${CANNOT_BE_UNDONE}`}
        confirm="Delete"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ id: doomed.id })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

function KeysTable({
  rows,
  onLimit,
  onDelete,
}: {
  rows: readonly ApiKeyRecord[];
  onLimit: (key: ApiKeyRecord) => void;
  onDelete: (key: ApiKeyRecord) => void;
}) {
  const enable = useMemberAction(setApiKeyEnabled, { changes });
  return (
    <DataTable
      label="API keys"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Name",
          sort: ({ name }) => name.toLowerCase(),
          cell: ({ name }) => <span className="block min-w-40 font-medium wrap-anywhere">{name}</span>,
        },
        {
          title: "Client ID",
          phone: "text",
          cell: ({ clientId }) => <code className="font-mono text-xs">{clientId}</code>,
        },
        {
          title: "State",
          sort: ({ state }) => state,
          phone: "state",
          cell: ({ state }) => <Chip color={STATE[state].color}>{STATE[state].title}</Chip>,
        },
        {
          title: "Daily limit",
          cell: (key) => <DailyLimit apiKey={key} />,
        },
        {
          title: "Last used",
          sort: ({ lastUsedAt }) => lastUsedAt,
          cell: ({ lastUsedAt }) => <Time at={lastUsedAt} none="Never" />,
        },
        {
          title: "Expires",
          sort: ({ expiresAt }) => expiresAt,
          cell: ({ expiresAt }) => <Time at={expiresAt} none="Never" />,
        },
        {
          title: "Actions",
          phone: "aside",
          align: "end",
          cell: (key) => (
            <span className="inline-flex gap-2">
              <Button
                size="sm"
                variant="outline"
                isPending={enable.isPendingFor({ id: key.id })}
                onPress={() => enable.mutate({ id: key.id, enabled: key.state === "disabled" })}
              >
                {key.state === "disabled" ? "Enable" : "Disable"}
                <span className="sr-only"> {key.name}</span>
              </Button>
              <RowMenu
                label={`Actions for ${key.name}`}
                actions={[
                  { title: "Daily limit", onSelect: () => onLimit(key) },
                  { title: "Delete", isDanger: true, onSelect: () => onDelete(key) },
                ]}
              />
            </span>
          ),
        },
      ]}
    />
  );
}

/** Draws a key's daily limit and today's spending. */
function DailyLimit({ apiKey: { dailyLimit, spentToday } }: { apiKey: ApiKeyRecord }) {
  if (dailyLimit === null) return <span className="text-muted">None</span>;
  return (
    <>
      {formatMoney(dailyLimit)}
      <span className="block text-xs text-muted">{formatMoney(spentToday ?? "0")} spent today</span>
    </>
  );
}
