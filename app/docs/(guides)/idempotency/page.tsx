import type { Metadata } from "next";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerClientId } from "@/app/docs/_content/reader";
import { CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { TokenNote } from "@/components/docs/token-note";
import { OPERATIONS } from "@/lib/contracts/operations";

export const metadata: Metadata = { title: "Safe retries" };

const REPEATABLE = OPERATIONS.filter(({ repeatable }) => repeatable);

/** Draws the guide to the header Idempotency-Key. */
export default async function IdempotencyPage() {
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  return (
    <Guide
      title="Safe retries"
      lead="If the connection breaks before you get a response, retry with the same key. Nothing is sent twice."
    >
      <Section id="key" title="Add a key">
        <CodePanel label="A request with a key">
          <Samples
            request={{
              method: "POST",
              url: `${base}/gateway/sms/out`,
              isAuthorised: true,
              showsHeaders: true,
              headers: [["Idempotency-Key", "order-1001-ready"]],
              body: {
                form: [
                  ["to", "64211234567"],
                  ["body", "Your order is ready"],
                  ["messageClass", "transactional"],
                ],
              },
            }}
          />
        </CodePanel>
        <TokenNote clientId={clientId} />
        <Points>
          <li>The first request sends the message. We keep the response for 24 hours.</li>
          <li>
            The same request with the same key returns the same response, with{" "}
            <Word>Idempotent-Replay: true</Word>. Nothing is sent or billed.
          </li>
          <li>
            A different request with the same key returns 409 <Word>idempotency_conflict</Word>.
          </li>
          <li>A failed request doesn’t use up the key. Fix the request and use the key again.</li>
        </Points>
      </Section>

      <Section id="where" title="Supported operations">
        <Points>
          {REPEATABLE.map(({ path, summary }) => (
            <li key={path}>
              <Word>{path}</Word> {summary}
            </li>
          ))}
        </Points>
        <Text>
          A key has 1 to 255 visible ASCII characters and is scoped to your account. <Word>messageId</Word> is
          only a reference. It doesn’t have to be unique and doesn’t prevent duplicates.
        </Text>
      </Section>
    </Guide>
  );
}
