"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/controls/button";
import { useMemberAction } from "@/components/members/use-member";
import { CopiedValue } from "@/components/ui/copied-value";
import { ConfirmButtons, Dialog, KeptButton } from "@/components/ui/dialog";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";
import { readWebhooks, rollWebhookSecret } from "@/lib/contracts/routes/webhook-routes";

/** Whether requests are signed, until when older secrets are valid, and a button for a new one. */
export function SigningSecret({
  signed,
  olderForMs,
  readAt,
}: {
  signed: boolean;
  olderForMs: readonly number[];
  /** When that was read, in Unix milliseconds. */
  readAt: number;
}) {
  const [isOpen, setOpen] = useState(false);
  const [latestMs, earlierMs] = useTimesLeft(olderForMs.map((ms) => readAt + ms));
  const verb = signed ? "Roll secret" : "Create secret";
  return (
    <Panel
      title="Signing secret"
      actions={
        <Button size="sm" variant="outline" onPress={() => setOpen(true)}>
          {verb}
        </Button>
      }
    >
      <p className="max-w-4xl text-pretty text-sm text-muted">
        {signed
          ? "Every request is signed, so you can verify it came from us. "
          : "Requests aren’t signed yet, so anyone who knows your URL could fake them. "}
        <a className={LINK_IN_TEXT} href="/docs/signatures">
          How to verify signatures
        </a>
      </p>
      {latestMs !== undefined ? (
        <p className="mt-3 text-sm">
          Secret rolled. The previous secret is valid for another{" "}
          <strong className="font-medium tabular-nums">{timeLeft(latestMs)}</strong>
          {earlierMs === undefined ? (
            "; until then, requests carry both signatures."
          ) : (
            <>
              , and the one before that for <span className="tabular-nums">{timeLeft(earlierMs)}</span>.
              Requests carry a signature for each.
            </>
          )}
        </p>
      ) : null}
      {isOpen ? <RollDialog verb={verb} signed={signed} onClose={() => setOpen(false)} /> : null}
    </Panel>
  );
}

function RollDialog({ verb, signed, onClose }: { verb: string; signed: boolean; onClose: () => void }) {
  const roll = useMemberAction(rollWebhookSecret, { changes: [readWebhooks] });
  const secret = roll.data?.secret;
  // Whether there was one before: by the time that the new one is shown, there is one in any case.
  const [wasSigned] = useState(signed);
  return (
    <Dialog
      title={secret ? "Your signing secret" : `${verb}?`}
      isOpen
      onClose={onClose}
      footer={
        secret ? (
          <KeptButton onPress={onClose} />
        ) : (
          <ConfirmButtons
            confirm={verb}
            variant="primary"
            isPending={roll.isPending}
            onConfirm={() => roll.mutate({})}
            onClose={onClose}
          />
        )
      }
    >
      {secret ? (
        <div className="flex flex-col gap-4">
          <p>This secret is only shown once. Store it where your app reads its settings.</p>
          <CopiedValue name="Secret" text={secret} />
          {wasSigned ? <p>The previous secret is valid for another 24 hours.</p> : null}
        </div>
      ) : signed ? (
        <p>
          For 24 hours, requests are signed with both the new and the previous secret, so you can update your
          app without downtime. Up to three secrets can be valid at once.
        </p>
      ) : (
        <p>Every request will be signed. Endpoints that don’t check signatures keep working.</p>
      )}
    </Dialog>
  );
}

/**
 * How long there is until each of these instants, in milliseconds, updated twice a minute. Past ones are left
 * out.
 */
function useTimesLeft(untils: readonly number[]): number[] {
  const [now, setNow] = useState(() => Date.now());
  const last = Math.max(0, ...untils);
  useEffect(() => {
    if (last === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [last]);
  return untils.map((until) => until - now).filter((ms) => ms > 0);
}

function timeLeft(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
