"use client";

import { Alert, Button, Chip } from "@heroui/react";
import { type FormEvent, useState } from "react";
import { DataTable } from "@/components/lists/data-table";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { CopyButton } from "@/components/ui/copy-button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { EmptyState, Loaded } from "@/components/ui/states";
import {
  addEmailSenderOperation,
  type EmailSenderRecord,
  listEmailSenders,
  removeEmailSenderOperation,
  resendEmailSenderLink,
} from "@/lib/contracts/members/email-senders";

const changes = [listEmailSenders];

/** An example number, for a person to replace. */
const EXAMPLE_NUMBER = "64211234567";

/** The address that emails go to, and the senders whose emails become texts. */
export function EmailSenders() {
  const list = useMember(listEmailSenders, {});
  return (
    <Panel title="Who may send">
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
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>This installation takes no emails</Alert.Title>
          <Alert.Description>Whoever runs it can set the domain that they are written to.</Alert.Description>
        </Alert.Content>
      </Alert>
    );
  }
  const example = `${EXAMPLE_NUMBER}@${domain}`;
  return (
    <div className="flex flex-col gap-2">
      <p className="max-w-prose">
        Write an email to a number at <strong className="break-words">{domain}</strong>, or to several. Its
        text is sent; signatures, quoted replies and attachments are left out, and the subject too unless
        there is no text. Replies come back to you by email.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="font-mono text-sm break-all">{example}</code>
        <CopyButton text={example} label="Copy this example" />
      </div>
    </div>
  );
}

/** Confirmation links wait until email can be sent. Senders that need none work all the same. */
function NoLinks() {
  return (
    <Alert status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Confirmation links can’t be sent yet</Alert.Title>
        <Alert.Description>
          Your provider has to set up email first. Until then a link waits, for three days at most. The
          address that you sign in with needs none.
        </Alert.Description>
      </Alert.Content>
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
    event.preventDefault();
    add.mutate({ sender: String(new FormData(event.currentTarget).get("sender")) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div key={count}>
        <Field
          label="Email address or domain"
          name="sender"
          autoComplete="off"
          spellCheck="false"
          placeholder="you@example.co.nz or @example.co.nz"
          hint="It gets a link, and counts once that is opened and confirmed: an address itself, a domain at its postmaster."
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
    </form>
  );
}

function whatNext({ sender, state, linkTo }: EmailSenderRecord, sendsLinks: boolean): string {
  if (state === "confirmed") return `${sender} may send at once: it is the address that you sign in with.`;
  return sendsLinks
    ? `A link is on its way to ${linkTo}.`
    : `${sender} is on the list. It can’t send yet: its link waits.`;
}

function SenderList({ senders, sendsLinks }: { senders: EmailSenderRecord[]; sendsLinks: boolean }) {
  const [doomed, setDoomed] = useState<string>();
  const remove = useMemberAction(removeEmailSenderOperation, {
    changes,
    done: "It is removed.",
    onDone: () => setDoomed(undefined),
  });
  const resend = useMemberAction(resendEmailSenderLink, { changes, done: "Another link is on its way." });
  if (senders.length === 0) {
    return (
      <EmptyState title="Nobody may send by email yet">
        <p>Add the addresses that you write from, or your company&rsquo;s domain.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        label="Who may send by email"
        rows={senders}
        keyOf={({ sender }) => sender}
        columns={[
          { title: "Sender", cell: ({ sender }) => <span className="font-medium break-all">{sender}</span> },
          { title: "State", cell: (sender) => <State sender={sender} sendsLinks={sendsLinks} /> },
          { title: "Added", cell: ({ addedAt }) => <span className="tabular-nums">{addedAt}</span> },
          {
            title: "Actions",
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
                    Send another link<span className="sr-only"> for {sender}</span>
                  </Button>
                )}
                <Button size="sm" variant="danger-soft" onPress={() => setDoomed(sender)}>
                  Remove<span className="sr-only"> {sender}</span>
                </Button>
              </span>
            ),
          },
        ]}
      />
      <ConfirmDialog
        title={`Remove ${doomed ?? "this sender"}?`}
        question="Emails from there are refused from then on. To have it back, it must be confirmed again."
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
  waiting: { color: "warning", words: "Waiting" },
  link_too_old: { color: "danger", words: "Link too old" },
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
    <span className="flex flex-col items-end gap-1 sm:items-start">
      <Chip size="sm" variant="soft" color={color}>
        {words}
      </Chip>
      {state === "waiting" ? (
        <span className="text-xs break-words text-muted">
          {sendsLinks ? `The link went to ${linkTo}` : "Its link can’t be sent yet"}
        </span>
      ) : null}
    </span>
  );
}
