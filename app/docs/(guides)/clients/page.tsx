import type { Metadata } from "next";
import Link from "next/link";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerClientId } from "@/app/docs/_content/reader";
import { type ClientSample, FAIL, LIST, RECEIVE, SEND } from "@/app/docs/(guides)/clients/samples";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = { title: "TypeScript and Python clients" };

const LINK = "font-medium text-accent underline underline-offset-4";

/** The retries of a client by the kind of failure. */
const RETRIES = [
  ["429, or 503 unavailable", "Retries: nothing was done", "Retries: nothing was done"],
  ["No response, or a time-out", "Retries with the same key", "Fails: it may have been done"],
  ["500 and other 5xx", "Retries with the same key", "Fails: it may have been done"],
  ["Other 4xx", "Fails", "Fails"],
];

/** Draws the guide to the downloadable clients. Tests run the samples. */
export default async function ClientsPage() {
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  return (
    <Guide
      title="TypeScript and Python clients"
      lead="One file to save beside your code. It gets tokens, retries safely, verifies webhooks and has a type for everything."
    >
      <Section id="download" title="Download">
        <ul className="flex flex-col gap-2 leading-7">
          <li>
            <a href="/docs/clients/gateway.ts" download className={LINK}>
              Download gateway.ts
            </a>{" "}
            for Node 20 or newer, Deno and Bun
          </li>
          <li>
            <a href="/docs/clients/gateway.py" download className={LINK}>
              Download gateway.py
            </a>{" "}
            for Python 3.9 or newer
          </li>
        </ul>
        <CodePanel label="Downloading by command">
          <Code
            label="Command"
            language="shell"
            text={["ts", "py"].map((ending) => `curl -O ${base}/docs/clients/gateway.${ending}`).join("\n")}
          />
        </CodePanel>
        <Points>
          <li>Neither file needs any packages.</li>
          <li>
            The files are built from the{" "}
            <a href="/openapi.json" className={LINK}>
              OpenAPI description
            </a>
            , with a method for each operation of your account. Parameters and fields have the names of the{" "}
            <Link href="/docs/reference" className={LINK}>
              reference
            </Link>
            . In Python, <Word>from</Word> is <Word>from_</Word>.
          </li>
          <li>
            The clients call the address that you download them from. Choose another address with{" "}
            <Word>baseUrl</Word>, in Python <Word>base_url</Word>.
          </li>
          <li>
            If your TypeScript compiler refuses imports that end in <Word>.ts</Word>, import{" "}
            <Word>./gateway.js</Word>.
          </li>
        </Points>
      </Section>

      <Section id="call" title="First call">
        <Text>
          Create an API key in{" "}
          <Link href="/api-keys" className={LINK}>
            API keys
          </Link>
          . The client exchanges it for a token and renews the token before it ends. You can also use{" "}
          <Word>userId</Word> and <Word>password</Word>, in Python <Word>user_id</Word> and{" "}
          <Word>password</Word>.
        </Text>
        <CodePanel label="Your key">
          <Code
            label="Command"
            language="shell"
            text={`export CLIENT_ID="${clientId ?? "cid_…"}"\nexport CLIENT_SECRET="csk_…"`}
          />
        </CodePanel>
        <Both label="Sending a message" samples={SEND} />
      </Section>

      <Section id="errors" title="Errors and retries">
        <Text>
          A failed call throws a <Word>GatewayError</Word> with a <Word>code</Word>, the HTTP status, the
          request ID and the seconds of <Word>Retry-After</Word>. The <Word>code</Word> is one of the API’s{" "}
          <Link href="/docs/errors#codes" className={LINK}>
            error codes
          </Link>
          , or <Word>connection_failed</Word>, <Word>timed_out</Word> or <Word>unexpected_response</Word>.
        </Text>
        <Both label="Handling an error" samples={FAIL} />
        <Text>
          Each send has an <Word>Idempotency-Key</Word>, so a retry never sends twice. If your program may
          restart between retries, set your own key.
        </Text>
        <Table label="Retries" head={["Failure", "Sends", "Other calls"]} rows={RETRIES} plain />
        <Text>
          The wait doubles from half a second to eight, is partly random, and is never shorter than{" "}
          <Word>Retry-After</Word>. A call has up to 5 attempts of 40 seconds, and 2 minutes in all. Change
          this with <Word>maxAttempts</Word>, <Word>timeoutMs</Word> and <Word>maxTotalMs</Word>, in Python{" "}
          <Word>max_attempts</Word>, <Word>timeout</Word> and <Word>max_total</Word> in seconds.
        </Text>
      </Section>

      <Section id="lists" title="Lists">
        <Text>
          Methods that start with <Word>iterate</Word> go through a list and get its pages as you need them.
        </Text>
        <Both label="Billed messages" samples={LIST} />
      </Section>

      <Section id="webhooks" title="Webhooks">
        <Text>
          Pass the headers, the raw body and your signing secret. You get the event with its type, or a{" "}
          <Word>WebhookError</Word> whose <Word>reason</Word> is <Word>unsigned</Word>, <Word>expired</Word>{" "}
          or <Word>forged</Word>. Pass several secrets while you change from one to another. A timestamp may
          be off by five minutes, or by the number of seconds in <Word>tolerance</Word>.
        </Text>
        <Both label="Receiving events" samples={RECEIVE} />
        <Text>
          <Link href="/docs/signatures" className={LINK}>
            Verifying signatures
          </Link>{" "}
          explains the verification, and{" "}
          <Link href="/docs/replies" className={LINK}>
            Replies and reports
          </Link>{" "}
          describes the events.
        </Text>
      </Section>
    </Guide>
  );
}

/** Draws the same piece of code in both languages. */
function Both({ label, samples }: { label: string; samples: readonly ClientSample[] }) {
  return (
    <CodePanel label={label}>
      {samples.map(({ file, language, text }) => (
        <Code key={file} label={file} language={language} text={text} />
      ))}
    </CodePanel>
  );
}
