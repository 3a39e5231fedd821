"use client";

import { SettingsForm, toSettings } from "@/app/(members)/integrations/[kind]/_components/settings-form";
import { useMemberAction } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import {
  listIntegrations,
  readIntegration,
  setUpIntegrationOperation,
} from "@/lib/contracts/generated/members/integrations";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** Draws the form that sets up an integration. `onSecret` gets its secret on success. */
export function SetUpPanel({
  view,
  onSecret,
}: {
  view: IntegrationView;
  onSecret: (secret: string | null) => void;
}) {
  const { needsShortcode, secret } = INTEGRATIONS[view.kind];
  const setUp = useMemberAction(setUpIntegrationOperation, {
    changes: [readIntegration, listIntegrations],
    quiet: true,
    onDone: (made) => onSecret(made.secret),
  });
  return (
    <Panel title="Set up">
      <p className="mb-5 max-w-4xl text-pretty text-sm text-muted">
        {secret
          ? `Choose the sender and message type. You’ll then get ${needsShortcode ? "a URL with its key" : "credentials"} to enter in the other app.`
          : "Choose the sender and message type, then who can send."}
      </p>
      <SettingsForm
        view={view}
        submit="Set up"
        isPending={setUp.isPending}
        error={setUp.error?.message}
        onSubmit={(filled) => setUp.mutate({ kind: view.kind, ...toSettings(filled) })}
      />
    </Panel>
  );
}
