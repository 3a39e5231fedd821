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
    <Guide title="Errors" lead="Errors have an HTTP status, a code for your program and a message for you.">
      <Section id="body" title="Response body">
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
        <Table label="Error codes" head={["code", "Status", "Cause"]} rows={ROWS} />
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
