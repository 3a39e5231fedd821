"use client";

import { useState } from "react";
import { KIND, type Kind } from "@/app/(members)/webhooks/_components/words";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { listDeliveries, readWebhooks, setWebhook } from "@/lib/contracts/members/webhooks";

const RULES = [
  "It starts with https://, and its certificate is one that browsers trust.",
  "It names a host on the public Internet: no private, local or loopback address, and no name that leads to one.",
  "It has no user name or password in it. To know us, check our signature.",
  "It answers itself, with any 2xx within ten seconds: redirects are not followed.",
];

/**
 * Asks for the URL of one kind of event or of both. The rules for it stand below, and a broken one at the
 * field.
 */
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
    done: "The URL is set. Send it a test event to see it work.",
    onDone: onClose,
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
        <p>The rules for a URL:</p>
        <ul className="mt-1 list-disc space-y-1 pl-5">
          {RULES.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      {kind === "both" ? (
        <p className="text-sm text-muted">
          One URL then receives everything; the field <code className="font-mono">type</code> tells replies (
          <code className="font-mono">SMS</code>) from reports (<code className="font-mono">dlr</code>).
        </p>
      ) : null}
    </FormDialog>
  );
}
