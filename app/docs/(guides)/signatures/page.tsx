import { readFileSync } from "node:fs";
import path from "node:path";
import type { Metadata } from "next";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = { title: "Verifying signatures" };

const SAMPLES = [
  { file: "verify.mjs", title: "Node", language: "node" },
  { file: "verify.py", title: "Python", language: "python" },
  { file: "verify.php", title: "PHP", language: "php" },
  { file: "verify.sh", title: "Shell", language: "shell" },
] as const;

function sample(file: string): string {
  return readFileSync(path.join(process.cwd(), "public", "samples", file), "utf8");
}

/**
 * How a receiver tells genuine requests from others, in four languages. The samples are files that tests
 * execute.
 */
export default function SignaturesPage() {
  return (
    <Guide
      title="Verifying signatures"
      lead="With a signing secret, every webhook request is signed. Verify that it came from us, that nobody changed it and that it isn’t a replay."
    >
      <Section id="headers" title="Signature headers">
        <Points>
          <li>
            <Word>X-Service-Timestamp</Word>: the time of this attempt, in Unix seconds.
          </li>
          <li>
            <Word>X-Service-Signature</Word>: <Word>v1=</Word> and the lower-case hex HMAC-SHA256 of{" "}
            <Word>&lt;timestamp&gt;.&lt;raw body&gt;</Word>, keyed with your whole secret, <Word>whsec_</Word>{" "}
            included.
          </li>
        </Points>
      </Section>

      <Section id="rules" title="How to verify">
        <Points>
          <li>Use the raw body bytes. Re-serialised JSON won’t match.</li>
          <li>Compare in constant time, with your language’s function for it.</li>
          <li>Reject requests more than five minutes old, and keep your clock accurate.</li>
          <li>
            After you roll the secret, the old one is valid for 24 hours. The header then has a signature for
            each secret, separated by commas. Accept any match. Up to three secrets can be valid at once.
          </li>
        </Points>
      </Section>

      {SAMPLES.map(({ file, title, language }) => (
        <Section key={file} id={file.replace(".", "-")} title={title}>
          <CodePanel label={`Verifying in ${title}`}>
            <Code label={file} language={language} text={sample(file)} />
          </CodePanel>
          <Text>
            <a
              href={`/samples/${file}`}
              download
              className="font-medium text-accent underline underline-offset-4"
            >
              Download {file}
            </a>
          </Text>
        </Section>
      ))}
    </Guide>
  );
}
