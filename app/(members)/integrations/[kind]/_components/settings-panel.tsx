"use client";

import {
  type Filled,
  SettingsForm,
  toSettings,
} from "@/app/(members)/integrations/[kind]/_components/settings-form";
import { useMemberAction } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";
import {
  changeIntegrationOperation,
  type IntegrationView,
  readIntegration,
} from "@/lib/contracts/members/integrations";

/** Changes the settings of an integration's messages. */
export function SettingsPanel({ view }: { view: IntegrationView }) {
  const { kind, integration } = view;
  const change = useMemberAction(changeIntegrationOperation, {
    changes: [readIntegration],
    quiet: true,
    done: "It is saved.",
  });
  const isOther = ({ shortcode }: Filled) => shortcode !== String(integration?.shortcode?.id ?? "");
  return (
    <Panel title="What it sends as">
      <SettingsForm
        view={view}
        submit="Save"
        isPending={change.isPending}
        error={change.error?.message}
        note={(filled) =>
          INTEGRATIONS[kind].needsShortcode && isOther(filled) ? (
            <p>
              The address changes with the sender: as soon as this is saved, calls to the present one are
              refused. Enter the new one in the other program; the key in it stays.
            </p>
          ) : null
        }
        onSubmit={(filled) => change.mutate({ kind, ...toSettings(filled) })}
      />
    </Panel>
  );
}
