"use client";

import Link from "next/link";
import { StateChip } from "@/app/(members)/webhooks/_components/state-chip";
import { answer, endpointOf, eventName } from "@/app/(members)/webhooks/_components/words";
import { Written } from "@/app/(members)/webhooks/_components/written";
import { EarlierAttempts } from "@/app/(members)/webhooks/[id]/_components/earlier-attempts";
import { useDelivery } from "@/app/(members)/webhooks/[id]/_components/use-delivery";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { duration } from "@/components/ui/duration";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { StackedFact } from "@/components/ui/stacked-fact";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import {
  listDeliveries,
  readDelivery,
  resendDeliveryOperation,
} from "@/lib/contracts/generated/members/webhooks";
import type { DeliveryDetails } from "@/lib/contracts/members/webhooks";

/** Draws a delivery: its request, the last response, and a button to send it again. */
export function Delivery({ id }: { id: string }) {
  const { delivery, isAwaited, awaitAttempt } = useDelivery(id);
  const resend = useMemberAction(resendDeliveryOperation, {
    changes: [readDelivery, listDeliveries],
    done: "Sending again.",
    onDone: awaitAttempt,
  });
  return (
    <>
      <BackLink href="/webhooks">Webhooks</BackLink>
      <PageHeader
        title={delivery.data ? eventName(delivery.data) : "Delivery"}
        actions={
          delivery.data ? (
            <Button isPending={resend.isPending || isAwaited} onPress={() => resend.mutate({ id })}>
              Send again
            </Button>
          ) : null
        }
      >
        An event sent to your webhook.
      </PageHeader>
      <Loaded query={delivery}>
        {(found) => (
          <div className="flex flex-col gap-6">
            <Facts delivery={found} />
            <Panel title="Request">
              <div className="flex flex-col gap-5">
                <Headers delivery={found} />
                <Written title="Body (same for every attempt)" text={found.body} />
              </div>
            </Panel>
            <Panel title="Last response">
              {found.attemptedAt === null ? (
                <p className="text-sm text-muted">Not tried yet.</p>
              ) : (
                <div className="flex flex-col gap-4 text-sm">
                  <p>{answer(found)}</p>
                  {found.responseCode === null ? null : (
                    <Written title="Response body (first 1 KB)" text={found.responseBody ?? ""} />
                  )}
                </div>
              )}
            </Panel>
            <EarlierAttempts delivery={found} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const { state, createdAt, attempts, mostAttempts, attemptedAt, durationMs } = delivery;
  const { nextAttemptAt, url, messageId } = delivery;
  return (
    <Panel>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <StackedFact name="State">
          <StateChip delivery={delivery} />
          {state === "kept" ? <span className="ml-2">until you resume the webhook</span> : null}
        </StackedFact>
        <StackedFact name="Endpoint">{endpointOf(delivery)}</StackedFact>
        <StackedFact name="Attempts">
          {attempts} (up to {mostAttempts})
        </StackedFact>
        <StackedFact name="Event time">
          <Time isExact at={createdAt} />
        </StackedFact>
        <StackedFact name="Last attempt">
          {attemptedAt === null ? (
            "None yet"
          ) : (
            <>
              <Time isExact at={attemptedAt} /> ({duration(durationMs ?? 0)})
            </>
          )}
        </StackedFact>
        {nextAttemptAt === null ? null : (
          <StackedFact name="Next attempt">
            <Time isExact at={nextAttemptAt} />
          </StackedFact>
        )}
        <StackedFact name={attemptedAt === null ? "URL" : "Sent to"}>
          {url === null ? (
            "This webhook was removed."
          ) : (
            <code className="font-mono text-xs break-all">{url}</code>
          )}
        </StackedFact>
        {messageId === null ? null : (
          <StackedFact
            name={
              delivery.kind === "inbound" || delivery.eventType === "message.inbound"
                ? "In reply to"
                : "Message"
            }
          >
            <Link href={`/messages/${messageId}`} className={`finger ${LINK_IN_TEXT}`}>
              View message
            </Link>
          </StackedFact>
        )}
      </dl>
    </Panel>
  );
}

function Headers({ delivery: { headers } }: { delivery: DeliveryDetails }) {
  const isSigned = headers.some(({ name }) => name === "X-Service-Signature");
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm text-muted">Headers (if sent now)</span>
      <dl className="rounded-lg bg-page p-3 font-mono text-xs">
        {headers.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}:</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {isSigned
          ? "The signature covers the timestamp and body, so each attempt has its own."
          : "Not signed: you have no signing secret."}
      </p>
    </div>
  );
}
