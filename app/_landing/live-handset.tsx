"use client";

import { useEffect, useRef, useState } from "react";
import { Form } from "@/components/controls/form";
import { formatNzMoney, parseDollars, toDecimal } from "@/lib/money";
import { measure, type TextMeasure } from "@/lib/sms/text/measure";

/** The longest text for the demo, in characters: three parts. */
const MAX_TRIED_LENGTH = 459;

/** The number of texts that the phone shows. */
const MAX_SHOWN = 4;

/** The delay before a text arrives, in milliseconds: about that of a network. */
const ON_ITS_WAY_MS = 900;

type Text = { id: number; text: string; isDelivered: boolean };

const FIRST: Text = { id: 0, text: "Kia ora! Your table is ready.", isDelivered: true };

/**
 * Draws a phone that readers can text on the page, by the rules for real messages. No message is sent.
 * @param partPrice the price of a part in dollars; null if prices are not public.
 */
export function LiveHandset({ partPrice }: { partPrice: string | null }) {
  const [text, setText] = useState("Your parcel is out for delivery. Reply STOP to opt out.");
  const [texts, setTexts] = useState<readonly Text[]>([FIRST]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const measured = measure(text, false);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);
  const send = () => {
    if (measured.text.trim() === "") return;
    const id = (texts.at(-1)?.id ?? 0) + 1;
    setTexts((before) => [...before, { id, text: measured.text, isDelivered: false }].slice(-MAX_SHOWN));
    setText("");
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setTexts((before) => before.map((one) => (one.id === id ? { ...one, isDelivered: true } : one)));
    }, ON_ITS_WAY_MS);
    timers.current.add(timer);
  };
  return (
    <div className="grid min-w-0 items-center gap-6 sm:grid-cols-[minmax(0,1fr)_16rem] lg:gap-8">
      <Form onSubmit={send} className="flex min-w-0 flex-col gap-3">
        <label htmlFor="tried" className="font-medium">
          Try it: text this phone
        </label>
        <textarea
          id="tried"
          rows={4}
          maxLength={MAX_TRIED_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="w-full rounded-xl border border-line bg-panel px-3.5 py-2.5 leading-6 -outline-offset-1"
        />
        <p aria-live="polite" className="text-sm leading-6 text-muted tabular-nums">
          {summary(measured, partPrice)}
          {measured.text === text ? "" : " Accents and typographic characters become plain ones."}
        </p>
        <button
          type="submit"
          className="min-h-11 self-start rounded-full bg-accent px-5 font-medium text-on-accent hover:opacity-90"
        >
          Send to the phone
        </button>
        <p className="text-sm text-muted">This is a demo. No message is sent.</p>
      </Form>
      <Phone texts={texts} />
    </div>
  );
}

/** Formats the length of a text and, if prices are public, its price. */
function summary({ parts, used, room }: TextMeasure, partPrice: string | null): string {
  const length = `${used} of ${room} characters, ${parts === 1 ? "1 part" : `${parts} parts`}`;
  return partPrice === null
    ? `${length}.`
    : `${length}, ${formatNzMoney(toDecimal(parseDollars(partPrice) * BigInt(parts)))} incl. GST.`;
}

/** Draws a phone with the newest texts. */
function Phone({ texts }: { texts: readonly Text[] }) {
  return (
    <div className="mx-auto w-full max-w-64 rounded-[2.25rem] border-[6px] border-ink/85 bg-page p-1 shadow-xl">
      <div className="flex h-80 sm:h-[25rem] flex-col overflow-hidden rounded-[1.7rem]">
        <p className="border-b border-line bg-panel px-4 pt-3 pb-2 text-center text-sm font-medium">
          <span className="mx-auto mb-2 block h-1.5 w-14 rounded-full bg-line" aria-hidden="true" />
          552
        </p>
        <div
          role="log"
          aria-label="Texts on the phone"
          className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-3"
        >
          {texts.map(({ id, text, isDelivered }) => (
            <div key={id} className="flex min-w-0 flex-col gap-1">
              {isDelivered ? (
                <p className="max-w-[92%] animate-[arrive_240ms_ease-out] rounded-2xl rounded-bl-sm border border-line bg-panel px-3 py-2 text-sm leading-5 break-words whitespace-pre-wrap motion-reduce:animate-none">
                  {text}
                </p>
              ) : (
                <p className="text-xs text-muted">Accepted. On its way…</p>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
