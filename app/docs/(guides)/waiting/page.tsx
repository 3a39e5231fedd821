import type { Metadata } from "next";
import { connection } from "next/server";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { MAX_DAYS_AHEAD } from "@/lib/contracts/base/values";
import { MAX_HELD_MS } from "@/lib/domains/discard-held";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Queued, scheduled and held messages" };

/** Draws the guide to waiting messages. */
export default async function WaitingPage() {
  await connection();
  const { start, end } = env().night;
  return (
    <Guide
      title="Queued, scheduled and held messages"
      lead="Some accepted messages aren’t sent right away. The response tells you why."
    >
      <Section id="night" title="The night queue">
        {start === end ? (
          <Text>There is no night queue here. Messages are sent at any hour.</Text>
        ) : (
          <Text>
            {`Messages to New Zealand accepted between ${start} and ${end} NZ time are queued until ${end}. `}
            The response has the status <Word>queued</Word>, <Word>queue_reason</Word> <Word>nighttime</Word>{" "}
            and an explanation in <Word>queue_message</Word>.
          </Text>
        )}
        <Points>
          <li>International messages and one-time codes are never queued.</li>
          <li>
            <Word>messageClass</Word> makes no difference.
          </li>
          <li>A queued message is billed when it’s accepted. Delivery reports arrive after it’s sent.</li>
          <li>
            Until a message is sent, its delivery status is <Word>PENDING</Word>.
          </li>
        </Points>
      </Section>

      <Section id="scheduled" title="Scheduled messages">
        <Text>
          Use <Word>sendAt</Word> to send a message or a reminder up to {MAX_DAYS_AHEAD} days later. The time
          is New Zealand time, such as <Word>2026-12-01 09:00:00</Word>, or has an offset, such as{" "}
          <Word>2026-12-01T09:00:00+13:00</Word>. The response has the status <Word>queued</Word> and{" "}
          <Word>queue_reason</Word> <Word>scheduled</Word>.
        </Text>
        <Points>
          <li>The message is billed when it’s accepted.</li>
          <li>A New Zealand number isn’t texted at night: the message is sent when the night queue ends.</li>
          <li>
            Numbers that opt out before the message is sent are blocked. A linked domain must be approved by
            that time.
          </li>
          <li>
            One-time codes are always sent at once: they have no <Word>sendAt</Word>.
          </li>
        </Points>
      </Section>

      <Section id="cancelling" title="Cancelling">
        <Text>
          <Word>POST /gateway/sms/cancel</Word> cancels waiting messages: scheduled, queued for the night or
          held. Identify them by <Word>message_id</Word>, or by your own <Word>messageId</Word>. Each becomes{" "}
          <Word>DELETED</Word> and its price is refunded. A message that is on its way can’t be cancelled: its{" "}
          <Word>cancelled</Word> is <Word>false</Word>.
        </Text>
      </Section>

      <Section id="links" title="Held links">
        <Text>
          To prevent fraud, messages with links are held until the domain is approved for your account. The
          response has the status <Word>held</Word> and lists the domains in <Word>held_domains</Word>.
        </Text>
        <Points>
          <li>
            Approval covers a whole domain. Approving <Word>example.co.nz</Word> allows every link to it and
            its subdomains.
          </li>
          <li>When all domains in a message are approved, the message is sent or joins the night queue.</li>
          <li>
            A bare <Word>example.co.nz/x</Word> counts as a link. An email address doesn’t.
          </li>
          <li>
            {`After ${MAX_HELD_MS / 86_400_000} days without approval, or once rejected or cancelled, the status is `}
            <Word>DELETED</Word> and the price is refunded.
          </li>
        </Points>
      </Section>
    </Guide>
  );
}
