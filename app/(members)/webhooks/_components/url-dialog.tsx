"use client";

import { useState } from "react";
import { KIND, type Kind } from "@/app/(members)/webhooks/_components/words";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { listDeliveries, readWebhooks, setWebhook } from "@/lib/contracts/generated/members/webhooks";

const RULES = [
  "Use https:// with a certificate that browsers trust.",
  "Use a public hostname. Private, local and loopback addresses don’t work.",
  "Don’t include a username or password. Verify our signature instead.",
  "Respond with any 2xx within ten seconds. Redirects aren’t followed.",
];

/** Asks for the URL of one kind of event or of both. The rules for it are below the field. */
export function UrlDialog({
  kind,
  present,
  onClose,
}: {
  kind: Kind | "both";
  present: string;
  onClose: () => void;
}) {
  const [url, setUrl] = useState(present);
  const save = useMemberAction(setWebhook, {
    changes: [readWebhooks, listDeliveries],
    done: "URL saved. Send a test event to try it.",
    close: onClose,
    quiet: true,
  });
  const about = kind === "both" ? "replies and delivery reports" : KIND[kind].title.toLowerCase();
  const error = save.error?.message.replace("Parameter 'url'", "The URL");
  return (
    <FormDialog
      title={`URL for ${about}`}
      confirm="Save"
      isPending={save.isPending}
      onSubmit={() => save.mutate({ url, kind })}
      onClose={onClose}
    >
      <Field
        label="URL"
        type="url"
        placeholder="https://example.co.nz/sms-events"
        autoFocus
        autoComplete="off"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        error={error}
      />
      <div className="text-sm text-muted">
        <p>URL requirements:</p>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      {kind === "both" ? (
        <p className="text-sm text-muted">
          This URL receives everything. The field <code className="font-mono">type</code> tells replies (
          <code className="font-mono">SMS</code>) from reports (<code className="font-mono">dlr</code>).
        </p>
      ) : null}
    </FormDialog>
  );
}
