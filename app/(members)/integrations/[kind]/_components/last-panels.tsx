import { CallsPanel } from "@/app/(members)/integrations/[kind]/_components/calls-panel";
import { RemovePanel } from "@/app/(members)/integrations/[kind]/_components/remove-panel";
import { SettingsPanel } from "@/app/(members)/integrations/[kind]/_components/settings-panel";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** Draws the last panels of an integration's page: its calls, its settings, and its removal. */
export function LastPanels({ view }: { view: IntegrationView }) {
  return (
    <div className="flex flex-col gap-6">
      <CallsPanel kind={view.kind} />
      <SettingsPanel view={view} />
      <RemovePanel kind={view.kind} />
    </div>
  );
}
