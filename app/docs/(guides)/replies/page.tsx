import type { Metadata } from "next";
import Link from "next/link";
import { baseUrl } from "@/app/docs/_content/base-url";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { DELIVERY_REPORT_EXAMPLE, INBOUND_MESSAGE_EXAMPLE } from "@/lib/openapi/webhooks";

export const metadata: Metadata = { title: "Replies and reports" };

/** Delivery reports (rules: report codes): code, status, meaning. */
const REPORTS = [
  ["1", "DELIVRD", "It reached the phone."],
  ["2", "UNDELIV", "It cannot be delivered."],
  ["4", "QUEUED", "The network keeps it, or it ran out of time there."],
  ["8", "ACCEPTD", "The network has taken it."],
  ["16", "UNDELIV", "It cannot be delivered."],
  ["-1", "BLOCKED", "It never went to the network: blockedReason says why. Nothing follows."],
];

/** Registering a webhook, and what it receives. The events shown are those of the OpenAPI description. */
export default async function RepliesPage() {
  const base = await baseUrl();
  return (
    <Guide
      title="Replies and reports"
      lead="What people reply, and what became of your messages, is posted to an address of yours as it happens."
    >
      <Section id="register" title="Register your address">
        <Text>
          One call sets one address for both kinds of event. It must use <Word>https://</Word> and be
          reachable from the internet; redirects are not followed.
        </Text>
        <CodePanel label="Registering a webhook">
          <Code
            label="Request"
            text={`curl ${base}/gateway/configure \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"webhook_url":"https://example.co.nz/sms-events"}'`}
          />
        </CodePanel>
        <Text>
          <Word>POST /gateway/sms/in</Word> and <Word>POST /gateway/sms/status</Word> set the two apart from
          each other, with the parameter <Word>url</Word>.
        </Text>
      </Section>

      <Section id="reply" title="A reply">
        <Text>
          Its <Word>type</Word> is <Word>SMS</Word>. Where it answers a message of yours, <Word>replyTo</Word>{" "}
          names that message, and <Word>replyToCustomerMessageId</Word> gives your own name for it.
        </Text>
        <CodePanel label="A reply">
          <Code label="POST to your address" text={JSON.stringify(INBOUND_MESSAGE_EXAMPLE, null, 2)} />
        </CodePanel>
        <Text>
          A reply of STOP, or another word that opts out, to a shared shortcode blocks the number for your
          account at once; you receive the reply all the same. START lifts the block.
        </Text>
      </Section>

      <Section id="report" title="A delivery report">
        <Text>
          Its <Word>type</Word> is <Word>dlr</Word>. There may be several for one message: accepted by the
          network first, then delivered.
        </Text>
        <CodePanel label="A delivery report">
          <Code label="POST to your address" text={JSON.stringify(DELIVERY_REPORT_EXAMPLE, null, 2)} />
        </CodePanel>
        <Table label="Report codes" head={["statusCode", "status", "What it means"]} rows={REPORTS} />
      </Section>

      <Section id="answer" title="How to answer">
        <Points>
          <li>Answer with 200, or any other 2xx, within ten seconds. Do slow work afterwards.</li>
          <li>
            Anything else is tried again: ten attempts over about three days, further and further apart. With{" "}
            <Word>Retry-After</Word> you say when; with 410 you want no more of that event. After a time-out
            the next attempt may have three seconds only; then there are ten again.
          </li>
          <li>
            An event may come more than once: <Word>X-Service-Delivery</Word> is the same whenever it comes
            again. Events may come in any order: go by <Word>timestamp</Word> and <Word>statusCode</Word>.
          </li>
          <li>
            An address that has only failed for five days is paused, and you are told. Its events are kept,
            and can be sent once it works.
          </li>
          <li>
            Anyone can post to your address:{" "}
            <Link href="/docs/signatures" className="font-medium text-accent underline underline-offset-4">
              verify the signature
            </Link>
            .
          </li>
        </Points>
      </Section>
    </Guide>
  );
}
