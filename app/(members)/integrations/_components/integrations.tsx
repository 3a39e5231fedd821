"use client";

import Link from "next/link";
import { AnswerChip, StateChip } from "@/app/(members)/integrations/_components/chips";
import { useMember } from "@/components/members/use-member";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { listIntegrations } from "@/lib/contracts/generated/members/integrations";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationListed } from "@/lib/contracts/members/integrations";

/** Draws every integration: its purpose, its state, and its last call. */
export function Integrations() {
  const integrations = useMember(listIntegrations, {});
  return (
    <>
      <PageHeader title="Integrations">
        Send texts from other apps without code. Each integration has its own key, so you can turn one off
        without affecting the rest.
      </PageHeader>
      <Panel>
        <Loaded query={integrations}>
          {({ integrations: rows }) => (
            <ul className="-my-4 divide-y divide-line">
              {rows.map((integration) => (
                <Row key={integration.kind} integration={integration} />
              ))}
            </ul>
          )}
        </Loaded>
      </Panel>
    </>
  );
}

function Row({ integration: { kind, state, lastCall } }: { integration: IntegrationListed }) {
  const { title, callers, summary } = INTEGRATIONS[kind];
  return (
    <li className="relative -mx-3 grid gap-x-8 gap-y-3 px-3 py-4 hover:bg-page sm:grid-cols-[1fr_17rem]">
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-medium">
            {/* The whole row is a link. */}
            <Link
              href={`/integrations/${kind}`}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {title}
            </Link>
          </h2>
          {callers === title ? null : <span className="text-sm text-muted">{callers}</span>}
        </div>
        <p className="mt-1 text-sm text-muted">{summary}</p>
      </div>
      <div className="flex flex-col gap-1.5 text-sm sm:items-end sm:text-right">
        <StateChip state={state} />
        {state === "none" ? null : lastCall ? (
          <>
            <p className="text-muted">
              Last call <Time isInSentence at={lastCall.at} />
            </p>
            <p className="flex items-baseline gap-2 sm:flex-row-reverse">
              <AnswerChip status={lastCall.status} />
              <span className="min-w-0 break-words text-muted">{lastCall.result}</span>
            </p>
          </>
        ) : (
          <p className="text-muted">No calls yet</p>
        )}
      </div>
    </li>
  );
}
