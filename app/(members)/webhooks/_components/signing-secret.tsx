"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Panel } from "@/components/ui/panel";

const RollDialog = loadedLater(
  async () => (await import("@/app/(members)/webhooks/_components/roll-dialog")).RollDialog,
);

/**
 * Draws the state of signing, the time until which older secrets are valid, and a button for a new secret.
 */
export function SigningSecret({
  signed,
  olderForMs,
  readAt,
}: {
  signed: boolean;
  olderForMs: readonly number[];
  /** The time of the read, in Unix milliseconds. */
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

/**
 * Returns the time left until each of these instants, in milliseconds, updated twice a minute. Omits past
 * instants.
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
