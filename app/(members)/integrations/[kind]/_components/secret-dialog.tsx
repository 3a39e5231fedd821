"use client";

import { useState } from "react";
import { CopiedValue } from "@/components/ui/copied-value";
import { Dialog, KeptButton } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { type Access, addressOf, curlOf } from "@/lib/contracts/integrations/integration-address";
import { INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";

/** The name of a kind's secret within a sentence. */
export function secretName(kind: Access["kind"]): string {
  const name = INTEGRATIONS[kind].secret?.name.split(",")[0] ?? "secret";
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * Shows a new secret, once, with all that can be made of it only now: the whole address, and a command to
 * try.
 */
export function SecretDialog({
  access,
  secret,
  onClose,
}: {
  access: Access;
  secret: string;
  onClose: () => void;
}) {
  const [number, setNumber] = useState("");
  const { kind } = access;
  const name = secretName(kind);
  const address = addressOf(access, secret);
  const curl = curlOf(access, secret, number);
  const isInAddress = address?.includes(secret) ?? false;
  return (
    <Dialog title={`Your ${name}`} isOpen onClose={onClose} footer={<KeptButton onPress={onClose} />}>
      <div className="flex flex-col gap-5">
        <p>It is shown here and never again. Whoever has it can send in your name.</p>
        {isInAddress && address ? (
          <CopiedValue isNamed name="Address" text={address} hint={`The ${name} is the last part of it.`} />
        ) : null}
        <CopiedValue isNamed name={name.charAt(0).toUpperCase() + name.slice(1)} text={secret} />
        {curl === null ? null : (
          <>
            <Field
              label="Your mobile number, to try it with"
              hint="It goes into the command below, and a real text goes to it."
              inputMode="tel"
              autoComplete="tel"
              placeholder="021 123 4567"
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
            <CopiedValue isNamed name="Command" text={curl} />
          </>
        )}
      </div>
    </Dialog>
  );
}
