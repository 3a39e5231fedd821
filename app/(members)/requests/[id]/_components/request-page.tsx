"use client";

import Link from "next/link";
import { StatusChip } from "@/app/(members)/requests/_components/status-chip";
import { madeWith } from "@/app/(members)/requests/_components/words";
import { RequestParameters } from "@/app/(members)/requests/[id]/_components/request-parameters";
import { useMember } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { duration } from "@/components/ui/duration";
import { LINK, LINK_IN_TEXT } from "@/components/ui/link-styles";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { StackedFact } from "@/components/ui/stacked-fact";
import { Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { ERROR_ADVICE } from "@/components/words/error-advice";
import { readRequestOperation } from "@/lib/contracts/generated/members/requests";
import type { RequestDetails } from "@/lib/contracts/members/requests";

/** Draws a request: its input, its response, and the reason for a refusal. */
export function RequestPage({ id }: { id: string }) {
  const request = useMember(readRequestOperation, { id });
  return (
    <>
      <BackLink href="/requests">Requests</BackLink>
      <PageHeader title={request.data ? `${request.data.method} ${request.data.path}` : "Request"}>
        A request to the API.
      </PageHeader>
      <Loaded query={request}>
        {(found) => (
          <div className="flex flex-col gap-6">
            <Facts request={found} />
            <ErrorPanel request={found} />
            <RequestParameters request={found} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ request }: { request: RequestDetails }) {
  const { status, at, durationMs, credential, address, requestId, messageId } = request;
  return (
    <Panel>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <StackedFact name="Status">
          <StatusChip status={status} />
        </StackedFact>
        <StackedFact name="Time">
          <Time isExact at={at} /> ({duration(durationMs)})
        </StackedFact>
        <StackedFact name="Authenticated with">{madeWith(credential)}</StackedFact>
        <StackedFact name="From">{address}</StackedFact>
        <StackedFact name="Request ID">
          <code className="font-mono text-xs break-all">{requestId}</code>
        </StackedFact>
        {messageId === null ? null : (
          <StackedFact name="Message">
            <Link href={`/messages/${messageId}`} className={LINK_IN_TEXT}>
              View message
            </Link>
          </StackedFact>
        )}
      </dl>
    </Panel>
  );
}

/** Draws the reason for a refusal, in the words of the response and of the documentation. */
function ErrorPanel({ request: { errorCode, error, cause } }: { request: RequestDetails }) {
  if (errorCode === null) return null;
  return (
    <Panel title="Why it failed">
      <div className="flex flex-col gap-2.5 text-sm leading-6">
        <p className="font-medium wrap-anywhere">{error}</p>
        <p>
          <code className="font-mono text-xs">{errorCode}</code>
          {cause === null ? null : `: ${plain(cause)}`}
        </p>
        <p className="text-muted">{plain(ERROR_ADVICE[errorCode])}</p>
        <p>
          <Link className={LINK} href={`/docs/errors#${errorCode}`}>
            About this error
          </Link>
        </p>
      </div>
    </Panel>
  );
}

const plain = (text: string) => text.replaceAll("`", "");
