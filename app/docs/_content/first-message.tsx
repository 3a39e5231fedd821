import Link from "next/link";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { queryStatusOperation } from "@/lib/contracts/gateway/status-query";
import { issueTokenOperation } from "@/lib/contracts/gateway/token";
import type { Json, SampleRequest } from "@/lib/contracts/samples/sample-request";

/** The reader of a guide: the email address and the client ID of the newest key. Null if unknown. */
export type Reader = { email: string | null; clientId: string | null };

/**
 * Draws the guide from credentials to a delivered text. The responses are the examples of the contracts.
 * @param base the address of the API.
 */
export function FirstMessage({ base, reader: { email, clientId } }: { base: string; reader: Reader }) {
  const send = `${base}/gateway/sms/out`;
  const [tried, sent, many] = sendOperation.examples;
  return (
    <Guide
      title="Your first message"
      lead="You need an account and any tool or language that makes HTTP requests."
    >
      <Section id="sandbox" title="1. Try it without sending">
        <Text>
          With <Word>sandbox</Word>, we check your request and return the result and the price. Nothing is
          sent.
        </Text>
        <Exchange
          label="A request in the sandbox"
          request={{
            method: "POST",
            url: send,
            body: {
              form: [
                ["userId", email ?? "you@example.com"],
                ["password", "your password"],
                ["to", "64211234567"],
                ["body", "Kia ora! Your order is ready."],
                ["messageClass", "transactional"],
                ["sandbox", "true"],
              ],
            },
          }}
          response={tried?.response}
        />
      </Section>

      <Section id="token" title="2. Get an access token">
        <Text>
          Don’t store your password in your app. Create an API key and exchange its client ID and secret for a
          token. Tokens are valid for 24 hours. Disabling a key revokes its tokens immediately.
        </Text>
        <Text>
          {clientId === null ? "" : "This sample has the client ID of your newest key. "}
          Secrets are only shown once, when you create a key, so you need to fill yours in. Create a key in{" "}
          <Link href="/api-keys" className="font-medium text-accent underline underline-offset-4">
            API keys
          </Link>
          . The next samples below read the token from the environment variable <Word>TOKEN</Word>.
        </Text>
        <Exchange
          label="A token"
          request={{
            method: "POST",
            url: `${base}/gateway/auth/token`,
            body: {
              form: [
                ["client_id", clientId ?? "cid_…"],
                ["client_secret", "csk_…"],
              ],
            },
          }}
          response={issueTokenOperation.examples[0]?.response}
        />
      </Section>

      <Section id="send" title="3. Send">
        <Text>
          <Word>messageId</Word> is your own reference. It’s returned in reports, replies and queries. Store{" "}
          <Word>message_id</Word>, our ID for the message.
        </Text>
        <Exchange
          label="A message"
          request={{ method: "POST", url: send, isAuthorised: true, body: { json: sent?.request as Json } }}
          response={sent?.response}
        />
        <Points>
          <li>
            <Word>accepted</Word>: stored, charged and on its way.
          </li>
          <li>
            <Word>queued</Word>: it’s night in New Zealand, so the message is sent in the morning.
          </li>
          <li>
            <Word>held</Word>: the message links to a domain that isn’t approved for your account.
          </li>
        </Points>
      </Section>

      <Section id="many" title="4. Send to many">
        <Text>
          Use an array in <Word>to</Word> to send the same text to several numbers. The response has an entry
          for each, in the same order. Invalid numbers cost nothing and don’t stop the others.
        </Text>
        <Exchange
          label="Several recipients"
          request={{ method: "POST", url: send, isAuthorised: true, body: { json: many?.request as Json } }}
          response={many?.response}
        />
      </Section>

      <Section id="status" title="5. Check the status">
        <Exchange
          label="Message status"
          request={{
            method: "POST",
            url: `${base}/gateway/sms/status/query`,
            isAuthorised: true,
            body: { form: [["message_id", "01a1fc1e-7827-71fa-b114-9c303160f115"]] },
          }}
          response={queryStatusOperation.examples[0]?.response}
        />
        <Text>Instead of polling, receive delivery reports at your webhook. The next guide shows how.</Text>
      </Section>
    </Guide>
  );
}

/** Draws a request and its response. */
function Exchange({
  label,
  request,
  response,
}: {
  label: string;
  request: SampleRequest;
  response: unknown;
}) {
  return (
    <CodePanel label={label}>
      <Samples request={request} />
      <Code label="200 OK" language="json" text={JSON.stringify(response, null, 2)} />
    </CodePanel>
  );
}
