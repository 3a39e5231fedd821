"use client";

import type { FormEvent } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readMe,
  removeSecondFactor,
} from "@/lib/contracts/generated/members/account";

/** Turns on the second factor: password, QR code, a code of the app, then the recovery codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const begin = useMemberAction(beginSecondFactor, { quiet: true });
  // The signed-in person is read again when the dialog with the recovery codes closes, or when the page's
  // stream reports a change.
  const confirm = useMemberAction(confirmSecondFactor, { quiet: true });
  const refresh = useMember(readMe, {}, { enabled: false });
  const close = () => {
    onClose();
    if (confirm.data) void refresh.refetch();
  };
  return (
    <Dialog title="Turn on two-factor authentication" isOpen onClose={close}>
      {confirm.data ? (
        <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={close} />
      ) : begin.data ? (
        <div className="flex flex-col gap-4">
          <p>Scan this with your authenticator app, then enter the code it shows.</p>
          {/* biome-ignore lint/performance/noImgElement: a picture made for this one showing. */}
          <img src={begin.data.picture} alt="" width={220} height={220} className="self-center rounded-lg" />
          <p className="text-sm text-muted">
            Or enter this key manually: <code className="font-mono break-all">{begin.data.secret}</code>
          </p>
          <CodeForm
            label="Code"
            name="code"
            autoComplete="one-time-code"
            confirm="Turn on"
            action={confirm}
            onSubmit={(code) => confirm.mutate({ code })}
          />
        </div>
      ) : (
        <PasswordForm confirm="Continue" action={begin} onSubmit={(password) => begin.mutate({ password })} />
      )}
    </Dialog>
  );
}

/** Turns off the second factor after the password is entered. */
export function TurnOff({ onClose }: { onClose: () => void }) {
  const remove = useMemberAction(removeSecondFactor, {
    changes: [readMe],
    quiet: true,
    done: "Two-factor authentication is off.",
    close: onClose,
  });
  return (
    <Dialog title="Turn off two-factor authentication" isOpen onClose={onClose}>
      <PasswordForm confirm="Turn off" action={remove} onSubmit={(password) => remove.mutate({ password })} />
    </Dialog>
  );
}

type Action = { error: Error | null; isPending: boolean };

function PasswordForm(props: { confirm: string; action: Action; onSubmit: (password: string) => void }) {
  return (
    <CodeForm
      label="Current password"
      name="password"
      type="password"
      autoComplete="current-password"
      {...props}
    />
  );
}

function CodeForm({
  confirm,
  action,
  onSubmit,
  ...field
}: {
  label: string;
  name: string;
  type?: string;
  autoComplete: string;
  confirm: string;
  action: Action;
  onSubmit: (text: string) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit(String(new FormData(event.currentTarget).get(field.name)));
  };
  return (
    <Form className="flex flex-col gap-4" onSubmit={submit}>
      <Field required autoFocus {...field} />
      <FormError>{action.error?.message}</FormError>
      <Button type="submit" className="self-end" isPending={action.isPending}>
        {confirm}
      </Button>
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Store these codes somewhere other than your phone. Each one signs you in once if you lose your app.
        They’re only shown once.
      </p>
      <ul className="grid gap-1 rounded-lg bg-page p-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code.match(/.{4}/g)?.join("-")}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        The API still accepts your password without a code. Turn this off under “API password”.
      </p>
      <div className="flex justify-between gap-3">
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <Button onPress={onDone}>Done, I’ve saved them</Button>
      </div>
    </div>
  );
}
