"use client";

import Link from "next/link";
import { AnswerChip } from "@/app/(members)/integrations/_components/chips";
import { callsAsked } from "@/app/(members)/integrations/[kind]/_components/calls-asked";
import { Button } from "@/components/controls/button";
import { DataTable } from "@/components/lists/data-table";
import { Pager } from "@/components/lists/pager";
import { useUrlFilters } from "@/components/lists/use-url-filters";
import { useMember } from "@/components/members/use-member";
import { LINK } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { PhoneNumber } from "@/components/ui/phone-number";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { listIntegrationCalls } from "@/lib/contracts/generated/members/integrations";
import { CALLS_KEPT, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationCallRecord } from "@/lib/contracts/members/integrations";

const REFRESH_MS = 10_000;

/** Draws the last calls of an integration, newest first, with their results. */
export function CallsPanel({ kind }: { kind: IntegrationKind }) {
  const { asked } = useUrlFilters([]);
  const calls = useMember(listIntegrationCalls, callsAsked(kind, asked), { refetchIntervalMs: REFRESH_MS });
  const isMail = kind === "email_to_sms";
  return (
    <Panel
      title={isMail ? "Recent emails" : "Recent calls"}
      actions={
        <Button size="sm" variant="outline" onPress={() => void calls.refetch()}>
          Refresh
        </Button>
      }
    >
      <Loaded query={calls}>
        {({ calls: rows, pagination }) =>
          pagination.totalRecords === 0 ? (
            <EmptyState title={isMail ? "No emails yet" : "No calls yet"}>
              The last {CALLS_KEPT} appear here with their results and errors.
            </EmptyState>
          ) : (
            <>
              <CallsTable rows={rows} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function CallsTable({ rows }: { rows: readonly IntegrationCallRecord[] }) {
  return (
    <DataTable
      label="Recent calls"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: "Time", phone: "aside", cell: ({ at }) => <Time isLong at={at} /> },
        { title: "Response", phone: "state", cell: ({ status }) => <AnswerChip status={status} /> },
        { title: "Result", phone: "title", cell: ({ result }) => result },
        {
          title: "To",
          phone: "text",
          cell: ({ recipient, recipients }) => (
            <span className="whitespace-nowrap tabular-nums">
              {recipient === null ? "–" : <PhoneNumber number={recipient} />}
              {recipients > 1 ? ` and ${recipients - 1} more` : ""}
            </span>
          ),
        },
        {
          title: "Message",
          align: "end",
          cell: ({ messageId, at }) =>
            messageId === null ? (
              "–"
            ) : (
              <Link href={`/messages/${messageId}`} className={LINK}>
                View
                <span className="sr-only">
                  {" "}
                  message of <Time isLong isInSentence at={at} />
                </span>
              </Link>
            ),
        },
      ]}
    />
  );
}
