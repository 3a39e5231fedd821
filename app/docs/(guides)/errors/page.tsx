import type { Metadata } from "next";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Marked, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { ERRORS } from "@/lib/contracts/base/error";
import { OPERATIONS } from "@/lib/contracts/operations";
import { errorsOf } from "@/lib/openapi/errors";

export const metadata: Metadata = { title: "Errors" };

const ANSWERED = new Set(OPERATIONS.flatMap(errorsOf).flatMap(({ codes }) => codes));

/** Every error of the API, from the one table of them. */
const ROWS = Object.entries(ERRORS)
  .filter(([code]) => [...ANSWERED].some((answered) => answered === code))
  .map(([code, { status, when }]) => [code, String(status), <Marked key={code} text={when} />]);

const EXAMPLE = { success: false, error: "Parameter 'to' is required.", code: "missing_parameter" };

/** The shape of errors, and a list of all. */
export default function ErrorsPage() {
  return (
    <Guide
      title="Errors"
      lead="A request that fails says so by its HTTP status, by a word for your program, and by a sentence for you."
    >
      <Section id="body" title="The body">
        <CodePanel label="An error">
          <Code label="400 Bad Request" text={JSON.stringify(EXAMPLE, null, 2)} />
        </CodePanel>
        <Points>
          <li>
            <Word>code</Word> does not change: act on it.
          </li>
          <li>
            <Word>error</Word> is for a person to read, and may be worded better one day. Some errors have
            more to say in <Word>message</Word>.
          </li>
          <li>
            <Word>/gateway/auth/token</Word> has the code in <Word>error</Word> and the sentence in{" "}
            <Word>message</Word>, as OAuth clients expect it.
          </li>
          <li>
            <Word>/send.php</Word> answers plain text: <Word>ERROR:</Word> and the sentence.
          </li>
        </Points>
      </Section>

      <Section id="codes" title="The codes">
        <Table label="Error codes" head={["code", "Status", "When"]} rows={ROWS} />
      </Section>

      <Section id="retry" title="What to do">
        <Text>
          A 4xx will be a 4xx again until the request is another; only 429 is worth repeating, after as many
          seconds as <Word>Retry-After</Word> says. A 5xx, or no answer at all, is worth repeating with an{" "}
          <Word>Idempotency-Key</Word>. A request that was refused with a 4xx has sent nothing and cost
          nothing.
        </Text>
      </Section>
    </Guide>
  );
}
