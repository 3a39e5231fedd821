"use client";

import { useState } from "react";
import { EVENT_TYPE, events } from "@/app/(members)/webhooks/_components/words";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { DataTable } from "@/components/lists/data-table";
import type { Column } from "@/components/lists/table/column";
import { useMemberAction } from "@/components/members/use-member";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { MAX_ENDPOINTS } from "@/lib/contracts/base/values";
import {
  listFurtherEndpoints,
  pauseFurtherEndpoint,
  removeFurtherEndpoint,
  resumeFurtherEndpoint,
} from "@/lib/contracts/generated/members/further-endpoints";
import { listDeliveries } from "@/lib/contracts/generated/members/webhooks";
import type { FurtherEndpointRecord, FurtherEndpoints } from "@/lib/contracts/members/further-endpoints";

const TestDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/test-dialog")).TestDialog,
);
const EndpointDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/endpoint-dialog")).EndpointDialog,
);

type Doing = { what: "change" | "test" | "pause" | "resume" | "remove"; endpoint: FurtherEndpointRecord };

/** Draws the further endpoints, with their actions. */
export function MoreEndpoints({ list: { endpoints, senders } }: { list: FurtherEndpoints }) {
  const [isAdding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const end = () => setDoing(undefined);
  const { what, endpoint } = doing ?? {};
  return (
    <Panel
      title="More endpoints"
      actions={
        <Button
          size="sm"
          variant="outline"
          isDisabled={endpoints.length >= MAX_ENDPOINTS}
          onPress={() => setAdding(true)}
        >
          Add endpoint
        </Button>
      }
    >
      {endpoints.length === 0 ? (
        <EmptyState title="No other endpoints">
          Send chosen events to another app, such as opt-outs to your CRM. Up to {MAX_ENDPOINTS} endpoints.
        </EmptyState>
      ) : (
        <EndpointsTable endpoints={endpoints} onDo={setDoing} />
      )}
      {isAdding ? (
        <EndpointDialog endpoint={undefined} senders={senders} onClose={() => setAdding(false)} />
      ) : null}
      {what === "change" && endpoint ? (
        <EndpointDialog endpoint={endpoint} senders={senders} onClose={end} />
      ) : null}
      {what === "test" && endpoint ? (
        <TestDialog title={endpoint.name} about={{ id: endpoint.id }} onClose={end} />
      ) : null}
      <Confirmations doing={doing} onClose={end} />
    </Panel>
  );
}

function Confirmations({ doing, onClose }: { doing: Doing | undefined; onClose: () => void }) {
  const options = { changes: [listFurtherEndpoints, listDeliveries], close: onClose };
  const pause = useMemberAction(pauseFurtherEndpoint, { ...options, done: "Endpoint paused." });
  const resume = useMemberAction(resumeFurtherEndpoint, {
    ...options,
    done: "Endpoint resumed. Sending the events on hold.",
  });
  const remove = useMemberAction(removeFurtherEndpoint, { ...options, done: "Endpoint removed." });
  const { what, endpoint } = doing ?? {};
  const name = endpoint?.name ?? "this endpoint";
  const waiting = endpoint?.waiting ?? 0;
  const act = (action: typeof pause | typeof resume | typeof remove) =>
    endpoint && action.mutate({ id: endpoint.id });
  return (
    <>
      <ConfirmDialog
        title={`Pause ${name}?`}
        question="Its events are kept, and sent when you resume."
        confirm="Pause"
        variant="primary"
        isOpen={what === "pause"}
        isPending={pause.isPending}
        onConfirm={() => act(pause)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={`Resume ${name}?`}
        question={waiting === 0 ? "No events are on hold." : `This sends ${events(waiting)} on hold.`}
        confirm="Resume"
        variant="primary"
        isOpen={what === "resume"}
        isPending={resume.isPending}
        onConfirm={() => act(resume)}
        onClose={onClose}
      />
      <ConfirmDialog
        title={`Remove ${name}?`}
        question={
          waiting === 0
            ? "It gets no more events. No events are pending."
            : `It gets no more events. ${events(waiting)} not delivered yet will be marked as failed.`
        }
        confirm="Remove"
        isOpen={what === "remove"}
        isPending={remove.isPending}
        onConfirm={() => act(remove)}
        onClose={onClose}
      />
    </>
  );
}

function EndpointsTable({
  endpoints,
  onDo,
}: {
  endpoints: readonly FurtherEndpointRecord[];
  onDo: (doing: Doing) => void;
}) {
  const columns: Column<FurtherEndpointRecord>[] = [
    {
      title: "Endpoint",
      isFixed: true,
      phone: "title",
      sort: ({ name }) => name.toLowerCase(),
      cell: ({ name, url }) => (
        <>
          <span className="font-medium wrap-anywhere">{name}</span>
          <code className="block font-mono text-xs font-normal break-all text-muted">{url}</code>
        </>
      ),
    },
    {
      title: "State",
      phone: "state",
      sort: ({ pausedAt, failingSince }) => (pausedAt ? "paused" : failingSince ? "failing" : "on"),
      cell: (endpoint) => <State endpoint={endpoint} />,
    },
    { title: "Events", phone: "text", cell: eventsOf },
    { title: "Activity", phone: "more", cell: (endpoint) => <Activity endpoint={endpoint} /> },
    {
      title: "Actions",
      phone: "aside",
      align: "end",
      isFixed: true,
      cell: (endpoint) => (
        <RowMenu
          label={`Actions for ${endpoint.name}`}
          actions={[
            { title: "Send test event", onSelect: () => onDo({ what: "test", endpoint }) },
            { title: "Change", onSelect: () => onDo({ what: "change", endpoint }) },
            endpoint.pausedAt === null
              ? { title: "Pause", onSelect: () => onDo({ what: "pause", endpoint }) }
              : { title: "Resume", onSelect: () => onDo({ what: "resume", endpoint }) },
            { title: "Remove", isDanger: true, onSelect: () => onDo({ what: "remove", endpoint }) },
          ]}
        />
      ),
    },
  ];
  return (
    <DataTable
      label="More endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={columns}
      isChoosable
      count={countOf(endpoints.length, "endpoint")}
    />
  );
}

function eventsOf({ eventTypes, sender }: FurtherEndpointRecord): string {
  const titles = eventTypes.map((type) => EVENT_TYPE[type].title).join(", ");
  return `${titles || "Texts from auto replies only"}${sender === null ? "" : ` · sender ${sender}`}`;
}

/** Draws the state of an endpoint, and its waiting events. */
function Activity({ endpoint }: { endpoint: FurtherEndpointRecord }) {
  const { pausedAt, waiting } = endpoint;
  return (
    <span className="text-muted">
      <Health endpoint={endpoint} />
      {waiting > 0 ? ` ${events(waiting)} ${pausedAt === null ? "pending" : "on hold"}.` : ""}
    </span>
  );
}

function State({ endpoint: { pausedAt, pausedByHand, failingSince } }: { endpoint: FurtherEndpointRecord }) {
  if (pausedAt) return <Chip color={pausedByHand ? "warning" : "danger"}>Paused</Chip>;
  return failingSince ? <Chip color="warning">Failing</Chip> : <Chip color="success">On</Chip>;
}

/** Draws the state of an endpoint in a sentence. */
function Health({ endpoint }: { endpoint: FurtherEndpointRecord }) {
  const { pausedAt, pausedByHand, failingSince, answeredAt, registeredAt } = endpoint;
  if (pausedAt && pausedByHand)
    return (
      <>
        Paused by you <Time isInSentence at={pausedAt} />.
      </>
    );
  if (failingSince)
    return (
      <>
        Every attempt has failed since <Time isInSentence at={failingSince} />.
      </>
    );
  if (answeredAt)
    return (
      <>
        Last success <Time isInSentence at={answeredAt} />.
      </>
    );
  return (
    <>
      Set <Time isInSentence at={registeredAt} />. No event delivered yet.
    </>
  );
}
