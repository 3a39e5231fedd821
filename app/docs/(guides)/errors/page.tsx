import type { Metadata } from "next";
import { OutcomeList } from "@/app/docs/_content/outcome-list";
import { PUBLISHED_ERRORS } from "@/app/docs/_content/published-errors";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Marked, Points, Section, Text, Word } from "@/components/docs/guide";
import { ERROR_ADVICE } from "@/components/words/error-advice";
import { ERRORS } from "@/lib/contracts/base/error";

export const metadata: Metadata = { title: "Errors" };

const EXAMPLE = { success: false, error: "Parameter 'to' is required.", code: "missing_parameter" };

/** Draws the causes of failed messages and failed requests, each with advice. */
export default function ErrorsPage() {
  return (
    <Guide title="Errors" lead="Causes of failed messages and failed requests, with advice.">
      <Section id="delivery" title="Delivery statuses and codes">
        <Text>
          Delivery reports and status queries have a <Word>status</Word> and a <Word>statusCode</Word>. The
          page of a message in the Members Area also shows the network’s own reason, if the network sent one.
        </Text>
        <OutcomeList />
      </Section>

      <Section id="body" title="Error responses">
        <Text>Errors of the API have an HTTP status, a code for your program and a message for you.</Text>
        <CodePanel label="An error">
          <Code label="400 Bad Request" language="json" text={JSON.stringify(EXAMPLE, null, 2)} />
        </CodePanel>
        <Points>
          <li>
            <Word>code</Word> never changes. Use it in your program.
          </li>
          <li>
            <Word>error</Word> is for people to read and may change. Some errors add details in{" "}
            <Word>message</Word>.
          </li>
          <li>
            <Word>/gateway/auth/token</Word> has the code in <Word>error</Word> and the text in{" "}
            <Word>message</Word>, as OAuth clients expect.
          </li>
          <li>
            <Word>/send.php</Word> responds with plain text: <Word>ERROR:</Word> and the message.
          </li>
        </Points>
      </Section>

      <Section id="codes" title="Error codes">
        <ul className="divide-y divide-line border-y border-line">
          {PUBLISHED_ERRORS.map((code) => (
            <li
              key={code}
              id={code}
              className="flex scroll-mt-8 flex-col gap-1 py-3 text-sm leading-6 target:bg-accent/8"
            >
              <h3 className="flex flex-wrap items-baseline gap-x-3">
                <a
                  href={`#${code}`}
                  className="finger font-mono text-[13px] font-medium break-all hover:text-accent"
                >
                  {code}
                </a>
                <span className="text-muted tabular-nums">{ERRORS[code].status}</span>
              </h3>
              <p className="max-w-prose">
                <Marked text={ERRORS[code].when} />
              </p>
              <p className="max-w-prose text-muted">
                <Marked text={ERROR_ADVICE[code]} />
              </p>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="retry" title="Retrying">
        <Text>
          Fix a request that fails with 4xx before you send it again. For 429, wait the number of seconds in{" "}
          <Word>Retry-After</Word>. Retry 5xx errors and time-outs with an <Word>Idempotency-Key</Word>. A 4xx
          means nothing was sent or charged.
        </Text>
      </Section>
    </Guide>
  );
}
