import { events, KIND } from "@/app/(members)/webhooks/_components/words";
import { Alert, AlertContent, AlertDescription, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { optimisticUpdate, useMemberAction } from "@/components/members/use-member";
import { Time } from "@/components/ui/time";
import {
  listDeliveries,
  readWebhooks,
  resumeWebhookOperation,
} from "@/lib/contracts/generated/members/webhooks";
import type { WebhookEndpointRecord } from "@/lib/contracts/members/webhooks";

const resuming = optimisticUpdate(resumeWebhookOperation, readWebhooks, (data, { kind }) => ({
  ...data,
  endpoints: data.endpoints.map((endpoint) =>
    endpoint.kind === kind ? { ...endpoint, failingSince: null, pausedAt: null } : endpoint,
  ),
}));

/** Says which endpoints are paused, since when, and the number of kept events, with a button to resume. */
export function PausedBanner({ endpoints }: { endpoints: readonly WebhookEndpointRecord[] }) {
  const resume = useMemberAction(resumeWebhookOperation, {
    changes: [readWebhooks, listDeliveries],
    optimistic: [resuming],
    done: "Webhook resumed. Sending the events on hold.",
  });
  return endpoints
    .filter(({ pausedAt }) => pausedAt !== null)
    .map(({ kind, pausedAt, failingSince, waiting }) => (
      <Alert key={kind} status="danger" className="border border-danger">
        <AlertContent>
          <AlertTitle>
            {KIND[kind].title}: paused since <Time isLong isInSentence at={pausedAt} />
          </AlertTitle>
          <AlertDescription>
            Every attempt has failed since <Time isLong isInSentence at={failingSince} />. Nothing is lost:{" "}
            {waiting === 0
              ? "no events are on hold"
              : `${events(waiting)} ${waiting === 1 ? "is" : "are"} on hold`}
            . Fix your endpoint, send a test event, then resume.
          </AlertDescription>
          <Button size="sm" className="mt-3" onPress={() => resume.mutate({ kind })}>
            Resume<span className="sr-only"> {KIND[kind].title}</span>
          </Button>
        </AlertContent>
      </Alert>
    ));
}
