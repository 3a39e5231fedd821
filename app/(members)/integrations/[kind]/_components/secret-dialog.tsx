"use client";

import { useState } from "react";
import { secretName } from "@/app/(members)/integrations/[kind]/_components/secret-name";
import { CopiedValue } from "@/components/ui/copied-value";
import { Dialog, KeptButton } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { type Access, addressOf, curlOf } from "@/lib/contracts/integrations/integration-address";

/** Shows a new secret once, with the values that need it: the whole address, and a command to try. */
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
        <p>This is only shown once. Anyone who has it can send as you.</p>
        {isInAddress && address ? (
          <CopiedValue isNamed name="URL" text={address} hint={`The ${name} is the last part.`} />
        ) : null}
        <CopiedValue isNamed name={name.charAt(0).toUpperCase() + name.slice(1)} text={secret} />
        {curl === null ? null : (
          <>
            <Field
              label="Your mobile number (to test)"
              hint="The command below sends a real text to this number."
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
