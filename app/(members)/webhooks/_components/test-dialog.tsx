"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Kind } from "@/app/(members)/webhooks/_components/words";
import { Written } from "@/app/(members)/webhooks/_components/written";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { useMemberAction } from "@/components/members/use-member";
import { Dialog } from "@/components/ui/dialog";
import { duration } from "@/components/ui/duration";
import { testFurtherEndpoint } from "@/lib/contracts/generated/members/further-endpoints";
import { testWebhook } from "@/lib/contracts/generated/members/webhooks";
import type { WebhookTestResult } from "@/lib/contracts/members/webhooks";

/**
 * Sends a test event as soon as it opens, and shows what came back.
 * @param about the endpoint: one of the two by its kind, or a further one by its id.
 */
export function TestDialog({
  title,
  about,
  onClose,
}: {
  title: string;
  about: { kind: Kind } | { id: string };
  onClose: () => void;
}) {
  const ofKind = useMemberAction(testWebhook, { quiet: true });
  const further = useMemberAction(testFurtherEndpoint, { quiet: true });
  const test = "id" in about ? further : ofKind;
  const send = () => ("id" in about ? further.mutate({ id: about.id }) : ofKind.mutate({ kind: about.kind }));
  const begun = useRef(false);
  useEffect(() => {
    // In development effects run twice, and one event is enough.
    if (!begun.current) send();
    begun.current = true;
  });
  return (
    <Dialog
      title={`Test of ${title}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" isPending={test.isPending} onPress={send}>
            Send another
          </Button>
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <div aria-live="polite" className="min-h-40">
        {test.data && !test.isPending ? <Result result={test.data} /> : null}
        {test.error ? <p className="text-danger">{test.error.message}</p> : null}
        {test.isPending ? (
          <p className="flex items-center gap-3 text-muted">
            <LoaderCircle aria-hidden="true" size={16} className="animate-spin text-accent" /> A signed test
            event is on its way. Your receiver has ten seconds.
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function Result({ result }: { result: WebhookTestResult }) {
  const { ok, responseCode, error, durationMs, responseBody, requestBody, signed, url } = result;
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip color={ok ? "success" : "danger"}>{ok ? "It arrived" : "It did not arrive"}</Chip>
        <span>{responseCode === null ? error : `Your receiver answered ${responseCode}.`}</span>
        <span className="text-muted tabular-nums">{duration(durationMs)}</span>
      </p>
      {responseCode !== null && error !== null ? <p>{error}</p> : null}
      {!ok && responseCode !== null ? (
        <p className="text-sm text-muted">Any answer from 200 to 299 would do.</p>
      ) : null}
      {responseCode === null ? null : (
        <Written title="What it answered" text={responseBody ?? ""} none="Nothing but the code." />
      )}
      <Written title={`What was sent to ${url}`} text={requestBody} />
      <p className="text-sm text-muted">
        {signed ? "It was signed like any event." : "It was not signed: there is no signing secret yet."} It
        has <code className="font-mono">test</code> in its body, and is not kept or tried again.
      </p>
    </div>
  );
}
