"use client";

import type { FormEvent } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { AccountNumber } from "@/components/members/account-number";
import { SenderSelect } from "@/components/members/sender-select";
import { optimisticUpdate, useMember, useMemberAction } from "@/components/members/use-member";
import { ActionSwitch } from "@/components/ui/action-switch";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { saidHour } from "@/components/ui/said-time";
import { Loaded } from "@/components/ui/states";
import { SAVED } from "@/components/words/confirmations";
import { readMe } from "@/lib/contracts/generated/members/account";
import { changeSettings, readSettings } from "@/lib/contracts/generated/members/settings";
import type { SettingsRecord } from "@/lib/contracts/members/settings";

const changes = [readSettings, readMe];

/** Shows a chosen sender at once, while the server saves it. */
const choosing = optimisticUpdate(changeSettings, readSettings, (data, { senders }) => ({
  ...data,
  ...senders,
}));

/** Draws the name, notices, senders, the legacy endpoint, and passwords on the API. */
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
  const save = useMemberAction(changeSettings, { changes, done: SAVED, quiet: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const noticeEmails = String(form.get("noticeEmails"))
      .split(/[\s,;]+/)
      .filter(Boolean);
    save.mutate({ name: String(form.get("name")), noticeEmails });
  };
  return (
    <Panel title="Account">
      <p className="mb-4">
        <AccountNumber accountId={chosen.accountId} />
      </p>
      <Form className="flex max-w-lg flex-col gap-4" onSubmit={submit}>
        <Field label="Name" name="name" defaultValue={chosen.name} required />
        <Field
          label="Notification emails"
          name="noticeEmails"
          defaultValue={chosen.noticeEmails.join(", ")}
          hint="Separate addresses with commas. We email you about paused webhooks, domain decisions and alerts. Leave empty to use the owner’s sign-in address."
        />
        <FormError>{save.error?.message}</FormError>
        <Button type="submit" className="self-start" isPending={save.isPending}>
          Save
        </Button>
      </Form>
    </Panel>
  );
}

function SendersPanel({ chosen }: { chosen: SettingsRecord }) {
  const save = useMemberAction(changeSettings, { changes, optimistic: [choosing], done: SAVED });
  const { start, end } = chosen.night;
  const choose = (change: Partial<{ defaultSenderId: number | null; templateSenderId: number | null }>) => {
    const { defaultSenderId, templateSenderId } = { ...chosen, ...change };
    save.mutate({ senders: { defaultSenderId, templateSenderId } });
  };
  return (
    <Panel title="Sending">
      <div className="flex max-w-lg flex-col gap-5">
        <SenderSelect
          label="Default sender"
          chosen={chosen.defaultSenderId}
          senders={chosen.senders}
          own="yours"
          onChoose={(defaultSenderId) => choose({ defaultSenderId })}
        />
        <SenderSelect
          label="Sender for one-time codes and reminders"
          chosen={chosen.templateSenderId}
          senders={chosen.senders}
          own="yours"
          onChoose={(templateSenderId) => choose({ templateSenderId })}
        />
        <p className="text-sm text-muted">
          {start === end
            ? "Messages are sent at any hour."
            : `Messages to New Zealand numbers sent between ${saidHour(start)} and ${saidHour(end)} NZ time are queued until ${saidHour(end)}. One-time codes and international messages are sent right away.`}
        </p>
      </div>
    </Panel>
  );
}

function LegacyPanel({ chosen }: { chosen: SettingsRecord }) {
  const save = useMemberAction(changeSettings, { changes, done: SAVED });
  return (
    <Panel title="Legacy endpoint">
      <ActionSwitch
        label="Allow GET /send.php"
        description="The password is in the URL, and URLs end up in logs. Turn this off if you don’t use it."
        isSelected={chosen.legacySendEnabled}
        isPending={save.isPending}
        onChange={(legacySendEnabled) => save.mutate({ legacySendEnabled })}
      />
    </Panel>
  );
}

/**
 * Draws the switch for passwords on the API. Only with a second factor, which protects the pages but not the
 * API.
 */
function ApiPasswordPanel({ chosen: { passwordOnApi } }: { chosen: SettingsRecord }) {
  const me = useMember(readMe, {});
  const save = useMemberAction(changeSettings, { changes, done: SAVED });
  if (passwordOnApi && !me.data?.secondFactor) return null;
  return (
    <Panel title="API password">
      <ActionSwitch
        label="Require API keys"
        description="The API doesn’t ask for a two-factor code. Turn this on to accept only API keys and integrations. Move apps that send your password to a key first."
        isSelected={!passwordOnApi}
        isPending={save.isPending}
        onChange={(isOff) => save.mutate({ passwordOnApi: !isOff })}
      />
    </Panel>
  );
}
