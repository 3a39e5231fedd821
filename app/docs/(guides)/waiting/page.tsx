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
      lead="A message may be accepted and not go out at once. The answer says so, and it is never forgotten."
    >
      <Section id="night" title="The night queue">
        {start === end ? (
          <Text>This installation has no night queue: messages go out at any hour.</Text>
        ) : (
          <Text>
            {`Messages to New Zealand that are accepted between ${start} and ${end} New Zealand time wait until ${end}. `}
            The answer has the status <Word>queued</Word>, <Word>queue_reason</Word> <Word>nighttime</Word>{" "}
            and a sentence in <Word>queue_message</Word>.
          </Text>
        )}
        <Points>
          <li>Messages to other countries never wait, and neither do one-time codes.</li>
          <li>
            <Word>messageClass</Word> makes no difference.
          </li>
          <li>
            A queued message is billed when it is accepted; its delivery reports come after it has gone out.
          </li>
          <li>
            Until then its delivery status is <Word>PENDING</Word>.
          </li>
        </Points>
      </Section>

      <Section id="links" title="Held links">
        <Text>
          Links are what fraud by text lives on. A message that links to a domain which is not approved for
          your account is held: the answer has the status <Word>held</Word> and names the domains in{" "}
          <Word>held_domains</Word>.
        </Text>
        <Points>
          <li>
            Approval is for a domain, not for one address: with <Word>example.co.nz</Word> every link to it
            and to the hosts under it goes out.
          </li>
          <li>As soon as every domain of a message is approved it is sent, or joins the night queue.</li>
          <li>
            A bare <Word>example.co.nz/x</Word> counts as a link. An email address does not.
          </li>
          <li>
            {`What is held for ${MAX_HELD_MS / 86_400_000} days, or is discarded before, goes `}
            <Word>DELETED</Word>, and what it cost is given back.
          </li>
        </Points>
      </Section>
    </Guide>
  );
}
