"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { useMemberAction } from "@/components/members/use-member";
import { readHandsetOperation, writeFromHandsetOperation } from "@/lib/contracts/generated/members/handset";

/** Keywords that the gateway acts on. */
const WORDS = ["STOP", "START"];

/** Draws the form that writes from the handset to a shortcode, by default the first. */
export function WriteForm({ number, shortcodes }: { number: string; shortcodes: readonly string[] }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string>();
  const to = chosen ?? shortcodes[0] ?? "";
  const write = useMemberAction(writeFromHandsetOperation, {
    changes: [readHandsetOperation],
    quiet: true,
  });
  const send = (body: string, onDone?: () => void) => {
    if (body.trim() === "" || write.isPending) return;
    write.mutate({ from: number, to, body }, { onSuccess: () => onDone?.() });
  };
  const submit = () => {
    send(text, () => setText(""));
  };
  return (
    <Form className="flex flex-col gap-2 border-t border-line px-4 pt-3 pb-5" onSubmit={submit}>
      <div className="flex flex-wrap items-center gap-2">
        {shortcodes.length > 1 ? (
          <label className="flex items-center gap-2 text-sm">
            To
            <select className="input py-1" value={to} onChange={({ target }) => setChosen(target.value)}>
              {shortcodes.map((shortcode) => (
                <option key={shortcode}>{shortcode}</option>
              ))}
            </select>
          </label>
        ) : (
          <span className="text-sm text-muted">To {to}</span>
        )}
        <span className="ml-auto flex gap-2">
          {WORDS.map((word) => (
            <Button
              key={word}
              size="sm"
              variant="outline"
              isPending={write.isPending}
              onPress={() => send(word)}
            >
              {word}
            </Button>
          ))}
        </span>
      </div>
      <div className="flex gap-2">
        <input
          className="input min-w-0 flex-1"
          aria-label="Reply text"
          placeholder="Reply"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" isPending={write.isPending} isDisabled={text.trim() === ""}>
          Write
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm">
        {write.error ? <span className="text-danger">{write.error.message}</span> : null}
        {write.data?.arrived === false
          ? "Your reply went to the last account that texted this number, not to you."
          : null}
      </p>
    </Form>
  );
}
