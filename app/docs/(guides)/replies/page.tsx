import type { Metadata } from "next";
import Link from "next/link";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerClientId } from "@/app/docs/_content/reader";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { TokenNote } from "@/components/docs/token-note";
import { DELIVERY_OUTCOMES } from "@/lib/contracts/base/delivery-outcomes";
import { MAX_ENDPOINTS } from "@/lib/contracts/base/values";
import { DELIVERY_REPORT_EXAMPLE, INBOUND_MESSAGE_EXAMPLE, OPT_OUT_EXAMPLE } from "@/lib/openapi/webhooks";

export const metadata: Metadata = { title: "Replies and reports" };

/** Delivery reports (rules: report codes): code, status, meaning. */
const REPORTS = DELIVERY_OUTCOMES.flatMap(({ codes, status, title }) =>
  codes.flatMap((code) => (code === null || status === "FAILED" ? [] : [[String(code), status, title]])),
).sort(([one], [other]) => Number(one) - Number(other));

/** Event types (rules: event types): type, when, body. */
const EVENTS = [
  ["message.inbound", "Someone texts one of your numbers", "A reply, as above"],
  ["message.report", "Each delivery report", "A report, as above"],
  ["message.report.final", "The report that settles a message", "A report, as above"],
  ["optout.changed", "A number opts out or resubscribes", "An opt-out, as below"],
];

/** Draws the guide to webhooks and their events. The example events are those of the OpenAPI description. */
export default async function RepliesPage() {
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  return (
    <Guide
      title="Replies and reports"
      lead="We post replies and delivery reports to your webhook as they happen."
    >
      <Section id="register" title="Register a webhook">
        <Text>
          Set one URL for both types of event with one request. It must use <Word>https://</Word> and be
          reachable from the internet. Redirects aren’t followed.
        </Text>
        <CodePanel label="Registering a webhook">
          <Samples
            request={{
              method: "POST",
              url: `${base}/gateway/configure`,
              isAuthorised: true,
              body: { json: { webhook_url: "https://example.co.nz/sms-events" } },
            }}
          />
        </CodePanel>
        <TokenNote clientId={clientId} />
        <Text>
          <Word>POST /gateway/sms/in</Word> and <Word>POST /gateway/sms/status</Word> set separate URLs for
          replies and reports. Use the parameter <Word>url</Word>.
        </Text>
      </Section>

      <Section id="reply" title="A reply">
        <Text>
          A reply has the <Word>type</Word> <Word>SMS</Word>. If a person replies to one of your messages,{" "}
          <Word>replyTo</Word> is the ID of that message and <Word>replyToCustomerMessageId</Word> is your
          reference.
        </Text>
        <CodePanel label="A reply">
          <Code
            label="POST to your URL"
            language="json"
            text={JSON.stringify(INBOUND_MESSAGE_EXAMPLE, null, 2)}
          />
        </CodePanel>
        <Text>
          STOP, or another opt-out keyword, sent to a shared shortcode blocks the number for your account
          immediately. You still receive the reply. START unblocks the number.
        </Text>
      </Section>

      <Section id="report" title="A delivery report">
        <Text>
          A report has the <Word>type</Word> <Word>dlr</Word>. A message can have several reports: first
          accepted by the network, then delivered.
        </Text>
        <CodePanel label="A delivery report">
          <Code
            label="POST to your URL"
            language="json"
            text={JSON.stringify(DELIVERY_REPORT_EXAMPLE, null, 2)}
          />
        </CodePanel>
        <Table label="Report codes" head={["statusCode", "status", "Meaning"]} rows={REPORTS} />
        <Text>
          <Link href="/docs/errors#delivery" className="font-medium text-accent underline underline-offset-4">
            Errors
          </Link>{" "}
          lists the cause of each failure, with advice.
        </Text>
      </Section>

      <Section id="more" title="More endpoints">
        <Text>
          Add up to {MAX_ENDPOINTS} more endpoints in the Members Area, under Webhooks. Each has its own URL
          and event types. You can limit an endpoint to one sender. The two URLs above are not affected.
        </Text>
        <Table label="Event types" head={["Event type", "Event", "Body"]} rows={EVENTS} />
        <Text>
          Each endpoint gets its own copy of an event, with its own retries. All endpoints use the same
          signing secret.
        </Text>
        <CodePanel label="An opt-out">
          <Code label="POST to your URL" language="json" text={JSON.stringify(OPT_OUT_EXAMPLE, null, 2)} />
        </CodePanel>
        <Text>
          If <Word>active</Word> is <Word>false</Word>, the number has resubscribed. <Word>by</Word> is{" "}
          <Word>hand</Word> for a change in the Members Area.
        </Text>
      </Section>

      <Section id="answer" title="Responding">
        <Points>
          <li>Respond with 200, or any other 2xx, within ten seconds. Do slow work afterwards.</li>
          <li>
            After any other response the event is retried: ten attempts over about three days, at increasing
            intervals. Use <Word>Retry-After</Word> to choose the time, or 410 to stop retries of an event.
            After a time-out, the next attempt may get only three seconds.
          </li>
          <li>
            An event can arrive more than once. <Word>X-Service-Delivery</Word> is the same each time. Events
            can arrive in any order. Use <Word>timestamp</Word> and <Word>statusCode</Word> to sort them.
          </li>
          <li>
            If every attempt fails for five days, we pause your webhook and email you. Events are kept until
            you resume the webhook.
          </li>
          <li>
            Any sender can post to your URL, so{" "}
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
