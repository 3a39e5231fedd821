import type { Metadata } from "next";
import { baseUrl } from "@/app/docs/_content/base-url";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { OPERATIONS } from "@/lib/contracts/operations";

export const metadata: Metadata = { title: "Safe retries" };

const REPEATABLE = OPERATIONS.filter(({ repeatable }) => repeatable);

/** The header Idempotency-Key. */
export default async function IdempotencyPage() {
  const base = await baseUrl();
  return (
    <Guide
      title="Safe retries"
      lead="A connection can break after a message was accepted and before you are told. With a key of your own you may ask again, and nothing is sent twice."
    >
      <Section id="key" title="Give the request a key">
        <CodePanel label="A request with a key">
          <Code
            label="Request"
            text={`curl -i ${base}/gateway/sms/out \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Idempotency-Key: order-1001-ready" \\
  --data-urlencode "to=64211234567" \\
  --data-urlencode "body=Your order is ready" \\
  --data-urlencode "messageClass=transactional"`}
          />
        </CodePanel>
        <Points>
          <li>The first time the message is accepted, and its answer is kept for 24 hours.</li>
          <li>
            The same request with the same key gets that answer again, byte for byte, with{" "}
            <Word>Idempotent-Replay: true</Word>. Nothing is sent or billed.
          </li>
          <li>
            Another request with the same key is a 409 <Word>idempotency_conflict</Word>.
          </li>
          <li>A request that failed has used up nothing: mend it and use the key again.</li>
        </Points>
      </Section>

      <Section id="where" title="Where it works">
        <Points>
          {REPEATABLE.map(({ path, summary }) => (
            <li key={path}>
              <Word>{path}</Word> {summary}
            </li>
          ))}
        </Points>
        <Text>
          A key is 1 to 255 visible ASCII characters and belongs to your account. <Word>messageId</Word> is
          something else: it names a message, need not be unique, and prevents nothing.
        </Text>
      </Section>
    </Guide>
  );
}
