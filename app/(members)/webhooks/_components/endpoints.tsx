"use client";

import { useState } from "react";
import { events, KIND } from "@/app/(members)/webhooks/_components/words";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import {
  listDeliveries,
  readWebhooks,
  removeWebhookOperation,
} from "@/lib/contracts/generated/members/webhooks";
import type { WebhookEndpointRecord } from "@/lib/contracts/members/webhooks";

const UrlDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/url-dialog")).UrlDialog,
);

const TestDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/test-dialog")).TestDialog,
);

type Doing = { what: "set" | "test" | "remove"; endpoint: WebhookEndpointRecord };

/** Draws the endpoint of each kind of event, with its actions. */
export function Endpoints({ endpoints }: { endpoints: readonly WebhookEndpointRecord[] }) {
  const [doing, setDoing] = useState<Doing>();
  const end = () => setDoing(undefined);
  const remove = useMemberAction(removeWebhookOperation, {
    changes: [readWebhooks, listDeliveries],
    done: "Webhook removed.",
    onDone: end,
  });
  const { what, endpoint } = doing ?? {};
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {endpoints.map((each) => (
          <Endpoint
            key={each.kind}
            endpoint={each}
            onDo={(next) => setDoing({ what: next, endpoint: each })}
          />
        ))}
      </div>
      {what === "set" && endpoint ? (
        <UrlDialog kind={endpoint.kind} present={endpoint.url ?? ""} onClose={end} />
      ) : null}
      {what === "test" && endpoint ? (
        <TestDialog title={KIND[endpoint.kind].title.toLowerCase()} about={endpoint} onClose={end} />
      ) : null}
      <ConfirmDialog
        title={`Remove the webhook for ${endpoint ? KIND[endpoint.kind].title.toLowerCase() : ""}?`}
        question={
          <>
            Events of this type will no longer be recorded.{" "}
            {endpoint && endpoint.waiting > 0
              ? `${events(endpoint.waiting)} not delivered yet will be marked as failed. You can replay them to a new URL later.`
              : "No events are pending."}
          </>
        }
        confirm="Remove"
        isOpen={what === "remove"}
        isPending={remove.isPending}
        onConfirm={() => endpoint && remove.mutate({ kind: endpoint.kind })}
        onClose={end}
      />
    </>
  );
}

function Endpoint({
  endpoint,
  onDo,
}: {
  endpoint: WebhookEndpointRecord;
  onDo: (what: Doing["what"]) => void;
}) {
  const { kind, url, registeredAt, failingSince, waiting } = endpoint;
  const { title, what } = KIND[kind];
  return (
    <Panel title={title} actions={<Health endpoint={endpoint} />}>
      <p className="text-sm text-muted">{what}</p>
      {url === null ? (
        <p className="my-4 text-sm">No URL set. Nothing is sent.</p>
      ) : (
        <div className="my-4 flex flex-col gap-2 text-sm">
          <code className="rounded-lg bg-page p-3 font-mono text-xs break-all">{url}</code>
          <p className="text-muted">
            Set <Time isInSentence at={registeredAt} />.
            {failingSince ? (
              <>
                {" "}
                Every attempt has failed since <Time isInSentence at={failingSince} />.
              </>
            ) : null}
            {waiting > 0 ? ` ${events(waiting)} pending.` : ""}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant={url === null ? "primary" : "outline"} onPress={() => onDo("set")}>
          {url === null ? "Set URL" : "Change"}
          <span className="sr-only"> for {title}</span>
        </Button>
        {url === null ? null : (
          <>
            <Button size="sm" variant="outline" onPress={() => onDo("test")}>
              Send test event<span className="sr-only"> for {title}</span>
            </Button>
            <Button size="sm" variant="danger-soft" onPress={() => onDo("remove")}>
              Remove<span className="sr-only"> {title}</span>
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}

function Health({ endpoint: { url, pausedAt, failingSince } }: { endpoint: WebhookEndpointRecord }) {
  if (url === null) return null;
  const [color, title] = pausedAt
    ? (["danger", "Paused"] as const)
    : failingSince
      ? (["warning", "Failing"] as const)
      : (["success", "On"] as const);
  return <Chip color={color}>{title}</Chip>;
}
