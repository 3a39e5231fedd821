"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { SendForm } from "@/app/(members)/send/_components/send-form";
import { Button } from "@/components/controls/button";
import { Switch } from "@/components/controls/switch";
import type { RequestError } from "@/components/members/request";
import { useMember } from "@/components/members/use-member";
import { formatCount } from "@/components/ui/count";
import { FormError } from "@/components/ui/form-error";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { saidClock } from "@/components/ui/said-time";
import { Time } from "@/components/ui/time";
import { readMe } from "@/lib/contracts/generated/members/account";
import type { SendPreview } from "@/lib/contracts/members/send";
import type { TextMeasure } from "@/lib/sms/text/measure";

const LINK = `font-medium ${LINK_IN_TEXT}`;
type Preview = { data: SendPreview | undefined; error: Error | null; isCurrent: boolean };

/** Draws the current price of the send, and the button. */
export function SummaryPanel({
  form,
  many,
  measured,
  preview,
  sending,
  onChange,
}: {
  form: SendForm;
  many: number;
  measured: TextMeasure;
  preview: Preview | null;
  sending: { isPending: boolean; error: RequestError | null };
  onChange: (changes: Partial<SendForm>) => void;
}) {
  const shown = preview?.data;
  const me = useMember(readMe, {});
  const balance = shown?.balance ?? me.data?.balance;
  const isOld = preview !== null && !preview.isCurrent;
  // The server's message is omitted if the notes above have the same content.
  const isSaid = shown?.covered === false && sending.error?.code === "insufficient_funds";
  const action = actionOf(form, many, sending.isPending);
  const failure = isSaid ? undefined : (sending.error ?? preview?.error)?.message;
  return (
    <div className="send-summary lg:sticky lg:top-6">
      <Panel title="Summary">
        <dl className="flex flex-col gap-2 text-sm tabular-nums">
          <Row name="Recipients">{formatCount(many)}</Row>
          <Row name="Parts per message">{measured.text === "" ? "–" : partsText(shown, measured.parts)}</Row>
          <Row name="From">{shown?.sender || "–"}</Row>
          <Row name="Price in NZ$, incl. GST" isOld={isOld}>
            <span className="text-base font-semibold">{shown ? <Money amount={shown.price} /> : "–"}</span>
          </Row>
          <Row name="Your balance in NZ$" isOld={isOld}>
            {balance === undefined ? "–" : <Money amount={balance} />}
          </Row>
        </dl>
        <div className="mt-4 flex flex-col gap-3 text-sm empty:hidden" aria-live="polite">
          {shown ? <Notes shown={shown} sandbox={form.sandbox} /> : null}
        </div>
        <Switch
          className="mt-4"
          label="Test mode"
          description="A trial run. Nothing is sent or billed."
          isSelected={form.sandbox}
          onChange={(sandbox) => onChange({ sandbox })}
        />
        <FormError className="mt-3">{failure}</FormError>
        <Button type="submit" fullWidth className="mt-3 max-lg:hidden" isPending={sending.isPending}>
          {action}
        </Button>
      </Panel>
      <div className="fixed inset-x-0 bottom-14 z-10 flex items-center justify-between gap-4 border-t border-line bg-panel px-4 py-2 lg:hidden">
        <p className={`min-w-0 text-sm leading-tight tabular-nums ${isOld ? "opacity-60" : ""}`}>
          <span className="block text-base font-semibold">
            {shown ? <Money amount={shown.price} /> : "–"}
          </span>
          <span className="text-muted">incl. GST</span>
        </p>
        <Button type="submit" className="min-h-11 min-w-28" isPending={sending.isPending}>
          {action}
        </Button>
      </div>
    </div>
  );
}

function actionOf({ sandbox, sendAt }: SendForm, many: number, isPending: boolean): string {
  if (isPending) return sendAt === "" ? "Sending…" : "Scheduling…";
  if (sandbox) return "Run test";
  if (sendAt !== "") return many > 1 ? `Schedule for ${formatCount(many)}` : "Schedule";
  return many > 1 ? `Send to ${formatCount(many)}` : "Send";
}

/** Formats the parts of all messages if the preview knows them, or else of the shown text. */
function partsText(shown: SendPreview | undefined, parts: number): string {
  if (!shown || shown.mostParts === shown.parts) return formatCount(parts);
  return `${formatCount(shown.parts)} to ${formatCount(shown.mostParts)}`;
}

/** Draws a row. `isOld`: the form has changed since, and a new value is being read. */
function Row({ name, isOld = false, children }: { name: string; isOld?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${isOld ? "opacity-60" : ""}`}>
      <dt className="text-muted">{name}</dt>
      <dd className="shrink-0 text-right whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Draws the times at which messages with delivery hours go out. */
function GoesOut({ first, last }: { first: string; last: string }) {
  return (
    <p>
      Goes out <Time isLong isInSentence at={first} />
      {last === first ? null : (
        <>
          {" "}
          to <Time isLong isInSentence at={last} />
        </>
      )}
      , New Zealand time.
    </p>
  );
}

/** Draws warnings before the send. */
function Notes({ shown, sandbox }: { shown: SendPreview; sandbox: boolean }) {
  const { covered, heldDomains, night, optedOut, localTimes, goesOut, leftOut } = shown;
  return (
    <>
      {covered || sandbox ? null : (
        <p className="text-danger">
          Your balance doesn’t cover this.{" "}
          <Link href="/billing" className={LINK}>
            Add money
          </Link>
        </p>
      )}
      {heldDomains.length > 0 ? (
        <p>
          This message will be held until {heldDomains.join(", ")} {heldDomains.length === 1 ? "is" : "are"}{" "}
          approved.{" "}
          <Link href="/domains" className={LINK}>
            Approved domains
          </Link>
        </p>
      ) : null}
      {goesOut ? <GoesOut {...goesOut} /> : null}
      {night ? (
        <p>
          Overnight in New Zealand:{" "}
          {night.messages === 1 ? "1 message is" : `${formatCount(night.messages)} messages are`} queued until{" "}
          {saidClock(night.until)}.
        </p>
      ) : null}
      {localTimes.map(({ country, messages, at }) => (
        <p key={country}>
          {country}: {messages === 1 ? "1 message goes" : `${formatCount(messages)} messages go`} out{" "}
          <Time isLong isInSentence at={at} />, New Zealand time.
        </p>
      ))}
      {leftOut > 0 ? (
        <p>
          {leftOut === 1 ? "1 contact has" : `${formatCount(leftOut)} contacts have`} opted out: left out, and
          not charged.
        </p>
      ) : null}
      {optedOut > 0 ? (
        <p>
          {optedOut === 1 ? "1 recipient has" : `${formatCount(optedOut)} recipients have`} opted out. You’re
          charged, but nothing is delivered. Remove them.{" "}
          <Link href="/blocked-numbers" className={LINK}>
            Blocked numbers
          </Link>
        </p>
      ) : null}
    </>
  );
}
