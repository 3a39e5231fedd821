"use client";

import { useEffect, useRef, useState } from "react";
import { measure } from "@/app/(members)/inbox/[number]/_components/measure";
import { sendingId } from "@/app/(members)/inbox/[number]/_components/sending";
import { giveBack, type Reply, takeBack } from "@/app/(members)/inbox/[number]/_components/unsent";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { TextArea } from "@/components/controls/text-area";
import { sendByKey } from "@/components/keyboard/send-by-key";
import { optimisticUpdate, useMember, useMemberAction } from "@/components/members/use-member";
import { TemplateSelect } from "@/components/templates/template-select";
import { countOf } from "@/components/ui/count";
import { readMe } from "@/lib/contracts/generated/members/account";
import {
  listConversationsOperation,
  readConversationOperation,
  replyOperation,
} from "@/lib/contracts/generated/members/inbox";
import type { ConversationMessage, ReplyResponse } from "@/lib/contracts/members/inbox";
import { MAX_PARTS } from "@/lib/sms/text/segments";

/** Shows a reply on the newest page of its conversation while it is being sent. */
const replying = optimisticUpdate(
  replyOperation,
  readConversationOperation,
  (read, { number, text, unicode, key }, { before, after }) => {
    if (before || after || read.number !== number || read.replyFrom === null) return read;
    const message: ConversationMessage = {
      id: sendingId(key),
      at: "",
      text: measure(text, unicode).changed ?? text,
      shortcode: read.replyFrom,
      direction: "out",
      state: "PENDING",
      autoReply: null,
    };
    return { ...read, messages: [message, ...read.messages] };
  },
);

/** Sends a reply from the shortcode that the person last wrote to. Repeats with the same key send it once. */
export function ReplyForm({ number, from, onSent }: { number: string; from: string; onSent: () => void }) {
  const me = useMember(readMe, {});
  const [draft, setDraft] = useState<Reply>(() => ({ text: "", unicode: false, key: newKey() }));
  const { text, unicode, key } = draft;
  // A failed reply returns to the field, before the text that was typed since.
  useEffect(
    () =>
      takeBack(number, (failed) =>
        setDraft((later) =>
          later.text === "" ? failed : { ...later, text: `${failed.text}\n${later.text}`, key: newKey() },
        ),
      ),
    [number],
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useMemberAction(replyOperation, {
    changes: [readConversationOperation, listConversationsOperation, readMe],
    optimistic: [replying],
    quiet: true,
    onDone: onSent,
  });
  const { parts, changed, length } = measure(text, unicode);
  const isTooLong = parts > MAX_PARTS;
  const canSend = text.trim() !== "" && !isTooLong && !send.isPending;
  const change = (changes: { text?: string; unicode?: boolean }) => {
    setDraft({ ...draft, ...changes, key: newKey() });
    if ((send.isSuccess || send.isError) && changes.text !== "") send.reset();
  };
  const submit = () => {
    if (!canSend) return;
    // The promise settles even if the reader has left the page meanwhile.
    send.mutateAsync({ number, text, unicode, key }).catch(() => giveBack(number, draft));
    setDraft({ text: "", unicode, key: newKey() });
    field.current?.focus();
  };
  return (
    <Form className="flex flex-col gap-3" onSubmit={submit} onKeyDown={sendByKey}>
      <TemplateSelect isPlain text={text} onChoose={(next) => change({ text: next })} />
      <TextArea
        ref={field}
        label={`Reply from ${from}`}
        hint={`${isTooLong ? `Too long. The maximum is ${MAX_PARTS} parts. ` : ""}${length}`}
        isInvalid={isTooLong}
        rows={3}
        value={text}
        onChange={(next) => change({ text: next })}
      />
      {changed === null ? null : (
        <p className="text-sm break-words text-muted">
          Will be sent as: <span className="whitespace-pre-wrap text-ink">{changed}</span>
        </p>
      )}
      {me.data?.unicodeEnabled && (changed !== null || unicode) ? (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={unicode}
            onChange={({ target }) => change({ unicode: target.checked })}
          />
          Send as Unicode to keep every character (shorter parts)
        </label>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-h-6 min-w-0 text-sm">
          {send.error ? <span className="text-danger">{send.error.message}</span> : null}
          {send.data ? outcome(send.data) : null}
        </p>
        <Button type="submit" isPending={send.isPending} isDisabled={!canSend}>
          Send reply
        </Button>
      </div>
    </Form>
  );
}

function outcome({ status, parts, note }: ReplyResponse): string {
  if (status !== "accepted") return note ?? "Queued.";
  return `Sent (${countOf(parts, "part")}).`;
}

/** Returns a key. Browsers have `randomUUID` on https pages only. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
