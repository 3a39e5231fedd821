"use client";

import { Button } from "@heroui/react";
import type { FormEvent } from "react";
import { SenderSelect } from "@/components/members/sender-select";
import { optimisticUpdate, useMember, useMemberAction } from "@/components/members/use-member";
import { ActionSwitch } from "@/components/ui/action-switch";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { readMe } from "@/lib/contracts/members/account";
import { changeSettings, readSettings, type SettingsRecord } from "@/lib/contracts/members/settings";

const changes = [readSettings, readMe];

/** A chosen sender is shown as chosen while it is being saved. */
const choosing = optimisticUpdate(changeSettings, readSettings, (data, { senders }) => ({
  ...data,
  ...senders,
}));

/** Name, notices, senders, the legacy endpoint, and passwords on the API. */
export function SettingsPanels() {
  const settings = useMember(readSettings, {});
  return (
    <Loaded query={settings}>
      {(chosen) => (
        <>
          <AccountPanel chosen={chosen} />
          <SendersPanel chosen={chosen} />
          <LegacyPanel chosen={chosen} />
          <ApiPasswordPanel chosen={chosen} />
        </>
      )}
    </Loaded>
  );
}

function AccountPanel({ chosen }: { chosen: SettingsRecord }) {
  const save = useMemberAction(changeSettings, { changes, done: "Saved.", quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const noticeEmails = String(form.get("noticeEmails"))
      .split(/[\s,;]+/)
      .filter(Boolean);
    save.mutate({ name: String(form.get("name")), noticeEmails });
  };
  return (
    <Panel title="Account">
      <form className="flex max-w-lg flex-col gap-4" onSubmit={submit}>
        <Field label="Name" name="name" defaultValue={chosen.name} required />
        <Field
          label="Notices go to"
          name="noticeEmails"
          defaultValue={chosen.noticeEmails.join(", ")}
          hint="E-mail addresses, separated by commas: for a paused webhook, a decided domain, a low balance. While it is empty they go to the address you sign in with."
        />
        <FormError>{save.error?.message}</FormError>
        <Button type="submit" className="self-start" isPending={save.isPending}>
          Save
        </Button>
      </form>
    </Panel>
  );
}

function SendersPanel({ chosen }: { chosen: SettingsRecord }) {
  const save = useMemberAction(changeSettings, { changes, optimistic: [choosing], done: "Saved." });
  const { start, end } = chosen.night;
  const choose = (change: Partial<{ defaultSenderId: number | null; templateSenderId: number | null }>) => {
    const { defaultSenderId, templateSenderId } = { ...chosen, ...change };
    save.mutate({ senders: { defaultSenderId, templateSenderId } });
  };
  return (
    <Panel title="Sending">
      <div className="flex max-w-lg flex-col gap-5">
        <SenderSelect
          label="Messages come from"
          chosen={chosen.defaultSenderId}
          senders={chosen.senders}
          own="yours"
          onChoose={(defaultSenderId) => choose({ defaultSenderId })}
        />
        <SenderSelect
          label="One-time codes and reminders come from"
          chosen={chosen.templateSenderId}
          senders={chosen.senders}
          own="yours"
          onChoose={(templateSenderId) => choose({ templateSenderId })}
        />
        <p className="text-sm text-muted">
          {start === end
            ? "This installation sends at any hour."
            : `Messages to New Zealand numbers that are sent between ${start} and ${end} New Zealand time wait until ${end}. One-time codes and numbers in other countries never wait.`}
        </p>
      </div>
    </Panel>
  );
}

function LegacyPanel({ chosen }: { chosen: SettingsRecord }) {
  const save = useMemberAction(changeSettings, { changes, done: "Saved." });
  return (
    <Panel title="Legacy endpoint">
      <ActionSwitch
        label="GET /send.php works for this account"
        description="The password is in the URL, and URLs end up in logs. Switch it off if nothing of yours uses it."
        isSelected={chosen.legacySendEnabled}
        isPending={save.isPending}
        onChange={(legacySendEnabled) => save.mutate({ legacySendEnabled })}
      />
    </Panel>
  );
}

/** Offered only with a second factor, which protects the pages but not the API. */
function ApiPasswordPanel({ chosen: { passwordOnApi } }: { chosen: SettingsRecord }) {
  const me = useMember(readMe, {});
  const save = useMemberAction(changeSettings, { changes, done: "Saved." });
  if (passwordOnApi && !me.data?.secondFactor) return null;
  return (
    <Panel title="Password on the API">
      <ActionSwitch
        label="No password on the API"
        description="The API asks for no code. With this on, it takes API keys and integrations alone, and the password opens these pages only. Change programs that send the password to a key first."
        isSelected={!passwordOnApi}
        isPending={save.isPending}
        onChange={(isOff) => save.mutate({ passwordOnApi: !isOff })}
      />
    </Panel>
  );
}
