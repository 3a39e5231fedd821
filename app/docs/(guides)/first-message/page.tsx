import type { Metadata } from "next";
import { baseUrl } from "@/app/docs/_content/base-url";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { queryStatusOperation } from "@/lib/contracts/gateway/status-query";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";

export const metadata: Metadata = { title: "Your first message" };

/** From credentials to a delivered text. The answers shown are the examples of the contracts. */
export default async function FirstMessagePage() {
  const base = await baseUrl();
  const [tried, sent, many] = sendOperation.examples;
  return (
    <Guide
      title="Your first message"
      lead="You need an account, and something that can make an HTTP request. These examples use curl."
    >
      <Section id="sandbox" title="1. Try it without sending">
        <Text>
          With <Word>sandbox</Word> the gateway checks the request, answers what it would do and what it would
          cost, and does nothing else.
        </Text>
        <Exchange
          label="A request in the sandbox"
          request={`curl ${base}/gateway/sms/out \\
  --data-urlencode "userId=you@example.com" \\
  --data-urlencode "password=your password" \\
  --data-urlencode "to=64211234567" \\
  --data-urlencode "body=Kia ora! Your order is ready." \\
  --data-urlencode "messageClass=transactional" \\
  --data-urlencode "sandbox=true"`}
          response={tried?.response}
        />
      </Section>

      <Section id="token" title="2. Get an access token">
        <Text>
          A password does not belong in a program. Make an API key, and exchange its two halves for a token;
          it lives 24 hours, and a key that you disable ends its tokens at once.
        </Text>
        <Exchange
          label="A token"
          request={`curl ${base}/gateway/auth/token \\
  --data-urlencode "client_id=cid_…" \\
  --data-urlencode "client_secret=csk_…"`}
          response={issueTokenOperation.examples[0]?.response}
        />
      </Section>

      <Section id="send" title="3. Send">
        <Text>
          <Word>messageId</Word> is your own name for the message: reports, replies and queries give it back
          to you. Keep <Word>message_id</Word>, the gateway&rsquo;s.
        </Text>
        <Exchange
          label="A message"
          request={`curl ${base}/gateway/sms/out \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(sent?.request)}'`}
          response={sent?.response}
        />
        <Points>
          <li>
            <Word>accepted</Word>: it is on its way, stored and billed.
          </li>
          <li>
            <Word>queued</Word>: it is night in New Zealand; it goes out in the morning.
          </li>
          <li>
            <Word>held</Word>: it links to a domain that is not approved for your account yet.
          </li>
        </Points>
      </Section>

      <Section id="many" title="4. Send to many">
        <Text>
          An array in <Word>to</Word> sends the same text to each of its numbers. The answer has an entry for
          each, in the same order; a number that cannot be addressed costs nothing and does not stop the
          others.
        </Text>
        <Exchange
          label="Several recipients"
          request={`curl ${base}/gateway/sms/out \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(many?.request)}'`}
          response={many?.response}
        />
      </Section>

      <Section id="status" title="5. Ask what became of it">
        <Exchange
          label="What became of a message"
          request={`curl ${base}/gateway/sms/status/query \\
  -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode "message_id=01a1fc1e-7827-71fa-b114-9c303160f115"`}
          response={queryStatusOperation.examples[0]?.response}
        />
        <Text>
          Better than asking is being told: have delivery reports posted to you, as the next guide shows.
        </Text>
      </Section>
    </Guide>
  );
}

/** A request and the answer to it. */
function Exchange({ label, request, response }: { label: string; request: string; response: unknown }) {
  return (
    <CodePanel label={label}>
      <Code label="Request" text={request} />
      <Code label="200 OK" text={JSON.stringify(response, null, 2)} />
    </CodePanel>
  );
}
