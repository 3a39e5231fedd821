"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { readMe } from "@/lib/contracts/routes/account-routes";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from "@/lib/contracts/routes/people-routes";

const changes = [readMe];

/** The second factor: an app's code, asked for at every sign-in. */
export function SecondFactorPanel() {
  const me = useMember(readMe, {});
  // An open dialog stays the one that it is, however the second factor is by now: the recovery codes are shown in it once.
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
            <TurnOn isOpen={open === "on"} onClose={close} />
            <TurnOff isOpen={open === "off"} onClose={close} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

type Open = { isOpen: boolean; onClose: () => void };

/** Asks for the password, shows the QR code, asks for a code of the app, then shows the recovery codes. */
function TurnOn({ isOpen, onClose }: Open) {
  const begin = useMemberAction(beginSecondFactor, { quiet: true });
  // Who is signed in is read again once the dialog with the recovery codes is closed, or as soon as the page hears of it.
  const confirm = useMemberAction(confirmSecondFactor, { quiet: true });
  const refresh = useMember(readMe, {}, { enabled: false });
  const close = () => {
    begin.reset();
    confirm.reset();
    onClose();
    if (confirm.data) void refresh.refetch();
  };
  return (
    <Dialog title="Turn on two-factor authentication" isOpen={isOpen} onClose={close}>
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

function TurnOff({ isOpen, onClose }: Open) {
  const remove = useMemberAction(removeSecondFactor, {
    changes,
    quiet: true,
    done: "Two-factor authentication is off.",
    close: onClose,
  });
  return (
    <Dialog title="Turn off two-factor authentication" isOpen={isOpen} onClose={onClose}>
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
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get(field.name)));
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <Field required autoFocus {...field} />
      <FormError>{action.error?.message}</FormError>
      <Button type="submit" className="self-end" isPending={action.isPending}>
        {confirm}
      </Button>
    </form>
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
