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
 * Sends a test event as soon as it opens, and shows the response.
 * @param about the endpoint: one of the two by kind, or a further one by ID.
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
    // In development React runs effects twice, and one event is enough.
    if (!begun.current) send();
    begun.current = true;
  });
  return (
    <Dialog
      title={`Test event: ${title}`}
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
            <LoaderCircle aria-hidden="true" size={16} className="animate-spin text-accent" /> Sending a test
            event. Your endpoint has ten seconds to respond.
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
        <Chip color={ok ? "success" : "danger"}>{ok ? "Delivered" : "Delivery failed"}</Chip>
        <span>{responseCode === null ? error : `Your endpoint returned ${responseCode}.`}</span>
        <span className="text-muted tabular-nums">{duration(durationMs)}</span>
      </p>
      {responseCode !== null && error !== null ? <p>{error}</p> : null}
      {!ok && responseCode !== null ? <p className="text-sm text-muted">Return any 2xx status.</p> : null}
      {responseCode === null ? null : (
        <Written title="Response" text={responseBody ?? ""} none="Empty body" />
      )}
      <Written title={`Request to ${url}`} text={requestBody} />
      <p className="text-sm text-muted">
        {signed ? "The request is signed." : "The request isn’t signed: you have no signing secret yet."} Its
        body contains <code className="font-mono">test</code>. Test events aren’t stored or retried.
      </p>
    </div>
  );
}
