import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type FirstRead, firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber } from "@/app/_session/search-values";
import { callsAsked } from "@/app/(members)/integrations/[kind]/_components/calls-asked";
import { IntegrationPage } from "@/app/(members)/integrations/[kind]/_components/integration-page";
import { EMAIL_SENDERS_ENDPOINTS } from "@/app/api/members/email-senders/endpoints";
import { INTEGRATIONS_ENDPOINTS } from "@/app/api/members/integrations/endpoints";
import { baseUrl } from "@/app/docs/_content/base-url";
import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";
import { listEmailSenders } from "@/lib/contracts/members/email-senders";
import { readTopics } from "@/lib/contracts/members/integration-topics";
import { listIntegrationCalls, readIntegration } from "@/lib/contracts/members/integrations";

type Props = { params: Promise<{ kind: string }>; searchParams: PageSearch };

async function kindOf({ params }: Props) {
  const { kind } = await params;
  return INTEGRATION_KINDS.find((each) => each === kind) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: INTEGRATIONS[await kindOf(props)].title };
}

/** Reads for the page of one kind only. */
const OWN_READS: Partial<Record<IntegrationKind, FirstRead>> = {
  email_to_sms: firstRead(EMAIL_SENDERS_ENDPOINTS, listEmailSenders, {}),
  storefront: firstRead(INTEGRATIONS_ENDPOINTS, readTopics, {}),
};

/** Draws the page of an integration. */
export default async function Page(props: Props) {
  const kind = await kindOf(props);
  const own = OWN_READS[kind];
  const calls = callsAsked(kind, await pageNumber(props.searchParams));
  const reads = [
    firstRead(INTEGRATIONS_ENDPOINTS, readIntegration, { kind }),
    firstRead(INTEGRATIONS_ENDPOINTS, listIntegrationCalls, calls),
    ...(own ? [own] : []),
  ];
  return (
    <FirstReads reads={reads}>
      <IntegrationPage key={kind} kind={kind} baseUrl={await baseUrl()} />
    </FirstReads>
  );
}
