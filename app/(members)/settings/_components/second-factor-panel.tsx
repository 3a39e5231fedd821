"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMember } from "@/components/members/use-member";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { readMe } from "@/lib/contracts/generated/members/account";

const TurnOn = loadedLater(
  async () => (await import("@/app/(members)/settings/_components/second-factor-dialogs")).TurnOn,
);
const TurnOff = loadedLater(
  async () => (await import("@/app/(members)/settings/_components/second-factor-dialogs")).TurnOff,
);

/** Draws the second factor: an app's code at every sign-in. */
export function SecondFactorPanel() {
  const me = useMember(readMe, {});
  // An open dialog must not change with the state of the second factor, because it shows the recovery codes
  // only once.
  const [open, setOpen] = useState<"on" | "off">();
  const close = () => setOpen(undefined);
  return (
    <Panel title="Two-factor authentication">
      <Loaded query={me}>
        {({ secondFactor, recoveryCodesLeft }) => (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="max-w-4xl text-pretty text-muted">
              {secondFactor
                ? `You need a code from your authenticator app to sign in. You have ${recoveryCodesLeft} recovery codes left.`
                : "Protect your account with a code from an authenticator app, even if your password is stolen."}
            </p>
            <span className="flex items-center gap-3">
              <Chip color={secondFactor ? "success" : "default"}>{secondFactor ? "On" : "Off"}</Chip>
              <Button variant="outline" onPress={() => setOpen(secondFactor ? "off" : "on")}>
                {secondFactor ? "Turn off" : "Turn on"}
              </Button>
            </span>
            {open === "on" ? <TurnOn onClose={close} /> : null}
            {open === "off" ? <TurnOff onClose={close} /> : null}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}
