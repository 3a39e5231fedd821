"use client";

import {
  SettingsForm,
  type SettingsValues,
  toSettings,
} from "@/app/(members)/integrations/[kind]/_components/settings-form";
import { useMemberAction } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { SAVED } from "@/components/words/confirmations";
import { changeIntegrationOperation, readIntegration } from "@/lib/contracts/generated/members/integrations";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** Draws the form that changes the settings of an integration's messages. */
export function SettingsPanel({ view }: { view: IntegrationView }) {
  const { kind, integration } = view;
  const change = useMemberAction(changeIntegrationOperation, {
    changes: [readIntegration],
    quiet: true,
    done: SAVED,
  });
  const isOther = ({ shortcode }: SettingsValues) => shortcode !== String(integration?.shortcode?.id ?? "");
  return (
    <Panel title="Settings">
      <SettingsForm
        view={view}
        submit="Save"
        isPending={change.isPending}
        error={change.error?.message}
        note={(filled) =>
          INTEGRATIONS[kind].needsShortcode && isOther(filled) ? (
            <p>
              The URL changes with the sender. Once you save, calls to the current URL are refused. Enter the
              new URL in the other app. The key stays the same.
            </p>
          ) : null
        }
        onSubmit={(filled) => change.mutate({ kind, ...toSettings(filled) })}
      />
    </Panel>
  );
}
