"use client";

import Link from "next/link";
import { useState } from "react";
import { secretName } from "@/app/(members)/integrations/[kind]/_components/secret-name";
import { Alert, AlertContent, AlertDescription, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { CopiedValue } from "@/components/ui/copied-value";
import { ConfirmDialog } from "@/components/ui/dialog";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import {
  readIntegration,
  rollIntegrationSecretOperation,
} from "@/lib/contracts/generated/members/integrations";
import { type Access, addressOf, SECRET_PLACE } from "@/lib/contracts/integrations/integration-address";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationRecord } from "@/lib/contracts/members/integrations";

/** Draws the address of an integration, the age of its secret, and a button for a new one. */
export function AccessPanel({
  access,
  integration,
  onSecret,
}: {
  access: Access;
  integration: IntegrationRecord;
  onSecret: (secret: string | null) => void;
}) {
  const { kind, baseUrl } = access;
  const address = addressOf(access, SECRET_PLACE);
  if (address === null) return <SenderWarning access={access} integration={integration} />;
  return (
    <Panel
      title={kind === "mail_addin" ? "Add-in" : "Access"}
      actions={<RollButton kind={kind} onSecret={onSecret} />}
    >
      <div className="flex flex-col gap-4">
        <SenderWarning access={access} integration={integration} />
        {kind === "mail_addin" ? (
          <>
            <CopiedValue isNamed name="Manifest URL" text={`${baseUrl}/mail-addin/manifest.xml`} />
            <p className="text-sm">
              <Link href="/mail-addin/taskpane" className={LINK_IN_TEXT}>
                Open the add-in in a browser
              </Link>{" "}
              to try it without Outlook.
            </p>
          </>
        ) : (
          <CopiedValue isNamed name="URL" text={address} />
        )}
        <p className="max-w-4xl text-pretty text-sm text-muted">
          {address.includes(SECRET_PLACE) ? (
            <>
              Put the {secretName(kind)} in place of <code className="font-mono">{SECRET_PLACE}</code>.{" "}
            </>
          ) : null}
          Your {secretName(kind)} was created <Time isInSentence at={integration.secretMadeAt} /> and can’t be
          shown again. If it’s lost or leaked, create a new one.
        </p>
      </div>
    </Panel>
  );
}

/** Draws a warning if an integration cannot send because of its sender. */
function SenderWarning({ access, integration }: { access: Access; integration: IntegrationRecord }) {
  const { shortcode } = integration;
  const isMissing = shortcode === null && INTEGRATIONS[access.kind].needsShortcode;
  if (!isMissing && (shortcode === null || shortcode.usable)) return null;
  return (
    <Alert status="warning">
      <AlertContent>
        <AlertTitle>
          {shortcode === null ? "No sender selected" : `Sender ${shortcode.number} is no longer available`}
        </AlertTitle>
        <AlertDescription>Calls are refused. Choose another sender below and save.</AlertDescription>
      </AlertContent>
    </Alert>
  );
}

function RollButton({ kind, onSecret }: { kind: Access["kind"]; onSecret: (secret: string | null) => void }) {
  const [isAsking, setAsking] = useState(false);
  const name = secretName(kind);
  const roll = useMemberAction(rollIntegrationSecretOperation, {
    changes: [readIntegration],
    onDone: ({ secret }) => {
      setAsking(false);
      onSecret(secret);
    },
  });
  return (
    <>
      <Button size="sm" variant="outline" onPress={() => setAsking(true)}>
        Create new {name}
      </Button>
      <ConfirmDialog
        title={`Create new ${name}?`}
        question={`The current one stops working immediately. Calls are refused until you enter the new one ${kind === "mail_addin" ? "in the add-in" : "in the other app"}.`}
        confirm="Create"
        isOpen={isAsking}
        isPending={roll.isPending}
        onConfirm={() => roll.mutate({ kind })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
