"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { readTopics } from "@/lib/contracts/generated/members/integration-topics";
import {
  listIntegrationCalls,
  listIntegrations,
  readIntegration,
  removeIntegrationOperation,
} from "@/lib/contracts/generated/members/integrations";
import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

/** Draws the panel that removes an integration. */
export function RemovePanel({ kind }: { kind: IntegrationKind }) {
  const [isAsking, setAsking] = useState(false);
  const { title } = INTEGRATIONS[kind];
  const remove = useMemberAction(removeIntegrationOperation, {
    changes: [readIntegration, listIntegrations, listIntegrationCalls, readTopics],
    done: `${title} removed.`,
    onDone: () => setAsking(false),
  });
  return (
    <Panel title="Remove integration">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-4xl text-pretty text-sm text-muted">
          {kind === "email_to_sms"
            ? "Emails will no longer be sent as texts. To pause, turn it off instead."
            : "All calls will be refused. To pause, turn it off instead."}
        </p>
        <Button size="sm" variant="danger-soft" onPress={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        title={`Remove ${title}?`}
        question="Its settings and call history are deleted. Messages it sent are kept. You can’t undo this: if you set it up again, it gets a new key."
        confirm="Remove"
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ kind })}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
