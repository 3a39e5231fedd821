"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { AccessPanel } from "@/app/(members)/integrations/[kind]/_components/access-panel";
import { SetUpPanel } from "@/app/(members)/integrations/[kind]/_components/set-up-panel";
import { StepsPanel } from "@/app/(members)/integrations/[kind]/_components/steps-panel";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { ActionSwitch } from "@/components/ui/action-switch";
import { BackLink } from "@/components/ui/back-link";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded } from "@/components/ui/states";
import {
  enableIntegrationOperation,
  listIntegrations,
  readIntegration,
} from "@/lib/contracts/generated/members/integrations";
import type { Access } from "@/lib/contracts/integrations/integration-address";
import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationRecord, IntegrationView } from "@/lib/contracts/members/integrations";

// Only one kind has this part. The server renders it, so that nothing moves when its code arrives.
const EmailSenders = dynamic(() =>
  import("@/app/(members)/integrations/_components/email-senders").then((part) => part.EmailSenders),
);
// Only one kind has this part.
const Storefront = loadedLater(() => import("./storefront").then((part) => part.Storefront));
// It is at the end of the page, so that it moves nothing.
const LastPanels = loadedLater(() => import("./last-panels").then((part) => part.LastPanels));
const SecretDialog = loadedLater(() => import("./secret-dialog").then((part) => part.SecretDialog));

/** Draws an integration: its address, its settings, and the results of its calls. */
export function IntegrationPage({ kind, baseUrl }: { kind: IntegrationKind; baseUrl: string }) {
  const view = useMember(readIntegration, { kind });
  const { title, callers, summary } = INTEGRATIONS[kind];
  const integration = view.data?.integration;
  return (
    <>
      <BackLink href="/integrations">Integrations</BackLink>
      <PageHeader
        title={title}
        actions={integration ? <OnSwitch kind={kind} enabled={integration.enabled} /> : null}
      >
        {callers === title ? null : `For ${callers.replace(/^Any/, "any")}. `}
        {summary}
      </PageHeader>
      <div className="flex flex-col gap-6">
        <Loaded query={view}>{(data) => <Parts view={data} baseUrl={baseUrl} />}</Loaded>
      </div>
    </>
  );
}

function Parts({ view, baseUrl }: { view: IntegrationView; baseUrl: string }) {
  /** Known only until its dialog is closed. */
  const [secret, setSecret] = useState<string | null>(null);
  const { kind, custId, integration } = view;
  const access: Access = { kind, baseUrl, custId, shortcodeId: integration?.shortcode?.id ?? null };
  return (
    <>
      {integration ? (
        <SetUp view={view} integration={integration} access={access} onSecret={setSecret} />
      ) : (
        <>
          <SetUpPanel view={view} onSecret={setSecret} />
          <StepsPanel access={access} senders={view.senders} />
        </>
      )}
      {secret !== null && integration ? (
        <SecretDialog access={access} secret={secret} onClose={() => setSecret(null)} />
      ) : null}
    </>
  );
}

function SetUp({
  view,
  integration,
  access,
  onSecret,
}: {
  view: IntegrationView;
  integration: IntegrationRecord;
  access: Access;
  onSecret: (secret: string | null) => void;
}) {
  const { kind } = view;
  return (
    <>
      <AccessPanel access={access} integration={integration} onSecret={onSecret} />
      {kind === "email_to_sms" ? <EmailSenders /> : null}
      <StepsPanel access={access} senders={view.senders} />
      {kind === "storefront" ? (
        // The height reserves space for late panels, so that they move nothing.
        <div className="flex min-h-240 flex-col gap-6">
          <Storefront />
        </div>
      ) : null}
      <LastPanels view={view} />
    </>
  );
}

/** Draws the switch of an integration. */
function OnSwitch({ kind, enabled }: { kind: IntegrationKind; enabled: boolean }) {
  const enable = useMemberAction(enableIntegrationOperation, {
    changes: [readIntegration, listIntegrations],
  });
  return (
    <ActionSwitch
      label="Enabled"
      description={enabled ? undefined : "Calls are refused."}
      isSelected={enabled}
      isPending={enable.isPending}
      onChange={(next) => enable.mutate({ kind, enabled: next })}
    />
  );
}
