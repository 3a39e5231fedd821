"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { SAVED } from "@/components/words/confirmations";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";
import {
  drainNetwork,
  enableNetwork,
  listNetworks,
  removeNetwork,
} from "@/lib/contracts/generated/admin/networks";

const NetworkDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/network-dialog")).NetworkDialog,
);
const TryDialog = loadedLater(
  async () => (await import("@/app/admin/networks/_components/try-dialog")).TryDialog,
);

const changes = [listNetworks];

type OpenDialog = "settings" | "try" | "drain" | "disable" | "remove";

/** Draws the actions on a network. Actions that stop messages ask first. */
export function NetworkActions({
  network,
  kinds,
}: {
  network: NetworkRecord;
  kinds: Parameters<typeof NetworkDialog>[0]["kinds"];
}) {
  const { name, kind, enabled, isDraining } = network;
  const [asked, setAsked] = useState<OpenDialog>();
  const close = () => setAsked(undefined);
  const options = { changes, onDone: close, done: SAVED };
  const drain = useMemberAction(drainNetwork, options);
  const enable = useMemberAction(enableNetwork, options);
  const remove = useMemberAction(removeNetwork, { ...options, done: "Removed." });
  const own = <span className="sr-only"> {name}</span>;
  const ask = (what: OpenDialog, label: string, variant: "outline" | "danger-soft" = "outline") => (
    <Button size="sm" variant={variant} onPress={() => setAsked(what)}>
      {label}
      {own}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      {ask("try", "Send test message")}
      {ask("settings", "Settings")}
      {isDraining ? (
        <Button
          size="sm"
          variant="outline"
          isPending={drain.isPending}
          onPress={() => drain.mutate({ name, isDraining: false })}
        >
          Resume{own}
        </Button>
      ) : (
        ask("drain", "Drain")
      )}
      {enabled ? (
        ask("disable", "Disable")
      ) : (
        <Button
          size="sm"
          variant="outline"
          isPending={enable.isPending}
          onPress={() => enable.mutate({ name, enabled: true })}
        >
          Enable{own}
        </Button>
      )}
      {ask("remove", "Remove", "danger-soft")}
      {asked === "settings" ? <NetworkDialog network={network} kinds={kinds} onClose={close} /> : null}
      {asked === "try" ? <TryDialog name={name} kind={kind} onClose={close} /> : null}
      <ConfirmDialog
        title={`Drain ${name}?`}
        question="It accepts no new messages until you resume it, and finishes those it has begun. Reports and replies still arrive. Other messages use the next network of their route."
        confirm="Drain"
        variant="primary"
        isOpen={asked === "drain"}
        isPending={drain.isPending}
        onConfirm={() => drain.mutate({ name, isDraining: true })}
        onClose={close}
      />
      <ConfirmDialog
        title={`Disable ${name}?`}
        question="Its connections close. It accepts no messages, and no reports or replies arrive. For maintenance, draining is enough."
        confirm="Disable"
        isOpen={asked === "disable"}
        isPending={enable.isPending}
        onConfirm={() => enable.mutate({ name, enabled: false })}
        onClose={close}
      />
      <ConfirmDialog
        title={`Remove ${name}?`}
        question="Its settings and password are deleted. You can’t remove it while messages are queued for it or a route uses it."
        confirm="Remove"
        isOpen={asked === "remove"}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ name })}
        onClose={close}
      />
    </div>
  );
}
