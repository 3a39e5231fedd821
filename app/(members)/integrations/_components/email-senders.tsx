"use client";

import { type FormEvent, useState } from "react";
import { Alert, AlertContent, AlertDescription, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { Form } from "@/components/controls/form";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { RowMenu } from "@/components/ui/row-menu";
import { EmptyState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import {
  addEmailSenderOperation,
  listEmailSenders,
  removeEmailSenderOperation,
  resendEmailSenderLink,
} from "@/lib/contracts/generated/members/email-senders";
import type { EmailSenderRecord } from "@/lib/contracts/members/email-senders";

const changes = [listEmailSenders];

/** An example number for the reader to replace. */
const EXAMPLE_NUMBER = "64211234567";

/** Draws the address for emails, and the senders whose emails become texts. */
export function EmailSenders() {
  const list = useMember(listEmailSenders, {});
  return (
    <Panel title="Allowed senders">
      <Loaded query={list}>
        {({ domain, sendsLinks, senders }) => (
          <div className="flex flex-col gap-6">
            <Address domain={domain} />
            {sendsLinks ? null : <NoLinks />}
            <AddSender sendsLinks={sendsLinks} />
            <SenderList senders={senders} sendsLinks={sendsLinks} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Address({ domain }: { domain: string | null }) {
  if (domain === null) {
    return (
      <Alert status="warning">
        <AlertContent>
          <AlertTitle>Email to SMS isn’t available yet</AlertTitle>
          <AlertDescription>Your provider needs to set up an email domain first.</AlertDescription>
        </AlertContent>
      </Alert>
    );
  }
  const example = `${EXAMPLE_NUMBER}@${domain}`;
  return (
    <div className="flex flex-col gap-2">
      <p className="max-w-4xl text-pretty">
        Send an email to one or more numbers at <strong className="break-words">{domain}</strong>. We send its
        text without signatures, quoted replies and attachments. The subject is only used if there’s no text.
        Replies come back by email.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="font-mono text-sm break-all">{example}</code>
        <CopyButton text={example} label="Copy example" />
      </div>
    </div>
  );
}

/**
 * Warns that confirmation links wait until the gateway can send email. Senders that need no link work all the
 * same.
 */
function NoLinks() {
  return (
    <Alert status="warning">
      <AlertContent>
        <AlertTitle>Confirmation links can’t be sent yet</AlertTitle>
        <AlertDescription>
          Your provider needs to set up email first. Links wait for up to three days. Your sign-in address
          doesn’t need one.
        </AlertDescription>
      </AlertContent>
    </Alert>
  );
}

function AddSender({ sendsLinks }: { sendsLinks: boolean }) {
  // The key changes after each success, which empties the form.
  const [count, setCount] = useState(0);
  const [added, setAdded] = useState<EmailSenderRecord>();
  const add = useMemberAction(addEmailSenderOperation, {
    changes,
    quiet: true,
    onDone: ({ sender }) => {
      setAdded(sender);
      setCount((before) => before + 1);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    add.mutate({ sender: String(new FormData(event.currentTarget).get("sender")) });
  };
  return (
    <Form onSubmit={submit} className="flex flex-col gap-3">
      <div key={count}>
        <Field
          label="Email address or domain"
          name="sender"
          autoComplete="off"
          spellCheck="false"
          placeholder="you@example.co.nz or @example.co.nz"
          hint="We email a confirmation link to the address, or to the domain’s postmaster."
          error={add.error?.message}
          required
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isPending={add.isPending}>
          Add
        </Button>
        <p role="status" className="text-sm text-muted">
          {added && !add.error ? whatNext(added, sendsLinks) : null}
        </p>
      </div>
    </Form>
  );
}

function whatNext({ sender, state, linkTo }: EmailSenderRecord, sendsLinks: boolean): string {
  if (state === "confirmed") return `${sender} can send now, because it’s your sign-in address.`;
  return sendsLinks
    ? `We emailed a link to ${linkTo}.`
    : `${sender} added. It can’t send yet: its link is waiting.`;
}

function SenderList({ senders, sendsLinks }: { senders: EmailSenderRecord[]; sendsLinks: boolean }) {
  const [doomed, setDoomed] = useState<string>();
  const remove = useMemberAction(removeEmailSenderOperation, {
    changes,
    done: "Sender removed.",
    onDone: () => setDoomed(undefined),
  });
  const resend = useMemberAction(resendEmailSenderLink, { changes, done: "New link sent." });
  if (senders.length === 0) {
    return (
      <EmptyState title="No senders yet">
        <p>Add the addresses you send from, or your company’s domain.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        label="Allowed senders"
        rows={senders}
        keyOf={({ sender }) => sender}
        columns={[
          {
            title: "Sender",
            sort: ({ sender }) => sender,
            cell: ({ sender }) => <span className="font-medium break-all">{sender}</span>,
          },
          {
            title: "State",
            sort: ({ state }) => state,
            phone: "text",
            cell: (sender) => <State sender={sender} sendsLinks={sendsLinks} />,
          },
          {
            title: "Added",
            sort: ({ addedAt }) => addedAt,
            phone: "state",
            cell: ({ addedAt }) => <Time at={addedAt} />,
          },
          {
            title: "Actions",
            phone: "aside",
            align: "end",
            cell: ({ sender, state }) => (
              <span className="flex flex-wrap justify-end gap-2">
                {state === "confirmed" || !sendsLinks ? null : (
                  <Button
                    size="sm"
                    variant="outline"
                    isDisabled={resend.isPending}
                    onPress={() => resend.mutate({ sender })}
                  >
                    Send new link<span className="sr-only"> for {sender}</span>
                  </Button>
                )}
                <RowMenu
                  label={`Actions for ${sender}`}
                  actions={[{ title: "Remove", isDanger: true, onSelect: () => setDoomed(sender) }]}
                />
              </span>
            ),
          },
        ]}
      />
      <ConfirmDialog
        title={`Remove ${doomed ?? "this sender"}?`}
        question="Emails from this sender will be refused. To add it again, you’ll need to confirm it again."
        confirm="Remove"
        isOpen={doomed !== undefined}
        isPending={remove.isPending}
        onConfirm={() => doomed !== undefined && remove.mutate({ sender: doomed })}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

const STATES = {
  confirmed: { color: "success", words: "Confirmed" },
  waiting: { color: "warning", words: "Pending" },
  link_too_old: { color: "danger", words: "Link expired" },
} as const;

function State({
  sender: { state, linkTo },
  sendsLinks,
}: {
  sender: EmailSenderRecord;
  sendsLinks: boolean;
}) {
  const { color, words } = STATES[state];
  return (
    <span className="flex flex-col items-start gap-1">
      <Chip color={color}>{words}</Chip>
      {state === "waiting" ? (
        <span className="text-xs break-words text-muted">
          {sendsLinks ? `Link sent to ${linkTo}` : "Link can’t be sent yet"}
        </span>
      ) : null}
    </span>
  );
}
