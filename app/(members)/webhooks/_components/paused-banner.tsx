import { Alert, Button } from "@heroui/react";
import { events, KIND } from "@/app/(members)/webhooks/_components/words";
import { optimisticUpdate, useMemberAction } from "@/components/members/use-member";
import { Time } from "@/components/ui/time";
import {
  listDeliveries,
  readWebhooks,
  resumeWebhookOperation,
  type WebhookEndpointRecord,
} from "@/lib/contracts/members/webhooks";

const resuming = optimisticUpdate(resumeWebhookOperation, readWebhooks, (data, { kind }) => ({
  ...data,
  endpoints: data.endpoints.map((endpoint) =>
    endpoint.kind === kind ? { ...endpoint, failingSince: null, pausedAt: null } : endpoint,
  ),
}));

/** Says which endpoints are paused, since when and how much is kept, with a button to resume. */
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
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>
            {KIND[kind].title}: paused since <Time isLong at={pausedAt} />
          </Alert.Title>
          <Alert.Description>
            Every attempt has failed since <Time isLong at={failingSince} />. Nothing is lost:{" "}
            {waiting === 0
              ? "no events are on hold"
              : `${events(waiting)} ${waiting === 1 ? "is" : "are"} on hold`}
            . Fix your endpoint, send a test event, then resume.
          </Alert.Description>
          <Button size="sm" className="mt-3" onPress={() => resume.mutate({ kind })}>
            Resume<span className="sr-only"> {KIND[kind].title}</span>
          </Button>
        </Alert.Content>
      </Alert>
    ));
}
