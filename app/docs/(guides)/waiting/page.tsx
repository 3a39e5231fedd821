import type { Metadata } from "next";
import { connection } from "next/server";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { MAX_HELD_MS } from "@/lib/domains/discard-held";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Night queue and held links" };

/** Why an accepted message waits. */
export default async function WaitingPage() {
  await connection();
  const { start, end } = env().night;
  return (
    <Guide
      title="Night queue and held links"
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
            Until then its delivery status is <Word>PENDING</Word>.
          </li>
        </Points>
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
          <li>Once all its domains are approved, the message is sent or joins the night queue.</li>
          <li>
            A bare <Word>example.co.nz/x</Word> counts as a link. An email address doesn’t.
          </li>
          <li>
            {`After ${MAX_HELD_MS / 86_400_000} days without approval, or once rejected or deleted, the status is `}
            <Word>DELETED</Word> and the price is refunded.
          </li>
        </Points>
      </Section>
    </Guide>
  );
}
