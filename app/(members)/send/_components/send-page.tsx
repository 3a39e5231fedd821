"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { DraftsBar } from "@/app/(members)/send/_components/drafts-bar";
import { OptionsPanel } from "@/app/(members)/send/_components/options-panel";
import { RecipientsPanel } from "@/app/(members)/send/_components/recipients-panel";
import { type SendForm, startForm } from "@/app/(members)/send/_components/send-form";
import { SendResult } from "@/app/(members)/send/_components/send-result";
import { SummaryPanel } from "@/app/(members)/send/_components/summary-panel";
import { TextPanel } from "@/app/(members)/send/_components/text-panel";
import { useSend } from "@/app/(members)/send/_components/use-send";
import { Form } from "@/components/controls/form";
import { OutdatedPage } from "@/components/controls/outdated-page";
import { sendByKey } from "@/components/keyboard/send-by-key";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { Loaded, LoadingRows } from "@/components/ui/states";
import { useSaidTime } from "@/components/ui/today";
import { CANNOT_BE_UNDONE } from "@/components/words/confirmations";
import { listContactLists } from "@/lib/contracts/generated/members/contacts/contact-lists";
import { readMessageOperation } from "@/lib/contracts/generated/members/messages";
import { readSendOptions } from "@/lib/contracts/generated/members/send";
import { listTemplates } from "@/lib/contracts/generated/members/sending/templates";
import type { ContactLists } from "@/lib/contracts/members/contacts/contact-lists";
import type { SendOptions } from "@/lib/contracts/members/send";
import { formatMoney } from "@/lib/money";

/**
 * The number of recipients above which the page asks for confirmation, because sent messages cannot be called
 * back.
 */
const ASK_ABOVE = 100;

/**
 * Draws the page Send. In its address, `?to=` has recipients, `?list=` a list, `?template=` a template, and
 * `?again=` a message to repeat.
 */
export function SendPage() {
  const options = useMember(readSendOptions, {});
  const given = useSearchParams();
  const again = given.get("again") ?? "";
  const repeated = useMember(readMessageOperation, { id: again }, { enabled: again !== "" });
  // The placeholder is the message of the previous URL. That message must not be repeated.
  const message = again === "" || repeated.isPlaceholderData ? undefined : repeated.data?.message;
  const templates = useMember(listTemplates, {});
  const contacts = useMember(listContactLists, {});
  const isReady =
    (again === "" || message !== undefined || repeated.error !== null) &&
    (templates.data !== undefined || templates.error !== null) &&
    (contacts.data !== undefined || contacts.error !== null);
  const list = contacts.data?.lists.find(({ id }) => id === given.get("list"));
  const template = templates.data?.templates.find(({ id }) => id === given.get("template"));
  return (
    <>
      <PageHeader title="Send">
        Send a text to one person or thousands. You see the price before you send.
      </PageHeader>
      <Loaded query={options}>
        {(data) =>
          isReady ? (
            <SendFormPage
              key={again}
              options={data}
              contacts={contacts.data ?? NO_CONTACTS}
              start={startForm({
                to: given.get("to"),
                list: list?.id,
                template: template?.text,
                repeated: message,
                options: data,
              })}
            />
          ) : (
            <LoadingRows />
          )
        }
      </Loaded>
    </>
  );
}

/** Used if the lists could not be read. */
const NO_CONTACTS: ContactLists = { contacts: 0, lists: [], fields: [] };

function SendFormPage({
  options,
  contacts,
  start,
}: {
  options: SendOptions;
  contacts: ContactLists;
  start: Partial<SendForm>;
}) {
  const sent = useSend(start, options.maxRecipients, contacts);
  const say = useSaidTime();
  const [isAsking, setAsking] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const { form, change, errors, list, isListRead, measured, preview, sending, many } = sent;
  const isFilled = form.lists.length > 0 && form.body.includes("{{");

  // A send that was requested before the numbers were read happens now.
  useEffect(() => {
    if (!isWaiting || !isListRead) return;
    setWaiting(false);
    element.current?.requestSubmit();
  }, [isWaiting, isListRead]);

  if (sending.data) {
    return <SendResult summary={sending.data} onAgain={sent.startAgain} />;
  }
  const submit = () => {
    if (sending.isPending) return;
    if (!isListRead) return setWaiting(true);
    const found = sent.check();
    if (found.numbers) return document.getElementById("numbers")?.focus();
    if (found.body) return document.getElementById("body")?.focus();
    if (found.window) return document.getElementById("window")?.focus();
    if (found.sendAt) return document.getElementById("send-at")?.focus();
    if (many > ASK_ABOVE && !form.sandbox) return setAsking(true);
    sent.send();
  };
  return (
    <Form
      ref={element}
      className="grid items-start gap-6 max-lg:pb-14 lg:grid-cols-[minmax(0,1fr)_20rem]"
      onSubmit={submit}
      onKeyDown={sendByKey}
      noValidate
    >
      {sent.isOutdated ? <OutdatedPage /> : null}
      <div className="flex min-w-0 flex-col gap-6">
        <DraftsBar form={form} lists={contacts.lists} onChange={change} />
        <RecipientsPanel
          form={form}
          list={list}
          lists={contacts.lists}
          error={errors.numbers}
          onChange={change}
        />
        <TextPanel
          form={form}
          measured={measured}
          error={errors.body}
          recipients={list.recipients}
          shown={sent.shown}
          sample={isFilled ? preview?.data?.text : undefined}
          contactFields={contacts.fields}
          unicodeEnabled={options.unicodeEnabled}
          onChange={change}
        />
        <OptionsPanel
          form={form}
          options={options}
          error={errors.sendAt}
          windowError={errors.window}
          onChange={change}
        />
      </div>
      <SummaryPanel
        form={form}
        many={many}
        measured={measured}
        preview={preview}
        sending={sending}
        onChange={change}
      />
      <ConfirmDialog
        title={`${form.sendAt === "" ? "Send" : "Schedule a message"} to ${formatCount(many)} people?`}
        question={`${preview?.data && preview.isOwn ? `This costs ${formatMoney(preview.data.price)}. ` : ""}${form.sendAt === "" ? CANNOT_BE_UNDONE : `You can cancel until ${say(`${form.sendAt.replace("T", " ")}:00`, "long")}.`}`}
        confirm={form.sendAt === "" ? "Send" : "Schedule"}
        variant="primary"
        isOpen={isAsking}
        isPending={sending.isPending}
        onConfirm={() => {
          setAsking(false);
          sent.send();
        }}
        onClose={() => setAsking(false)}
      />
    </Form>
  );
}
