import { readFileSync } from "node:fs";
import path from "node:path";
import type { Metadata } from "next";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = { title: "Verifying signatures" };

const SAMPLES = [
  { file: "verify.mjs", language: "Node" },
  { file: "verify.py", language: "Python" },
  { file: "verify.php", language: "PHP" },
  { file: "verify.sh", language: "Shell" },
];

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
      lead="Once your account has a signing secret, every webhook request proves that it comes from us, that nobody changed it, and that it is not an old one played again."
    >
      <Section id="headers" title="What is signed">
        <Points>
          <li>
            <Word>X-Service-Timestamp</Word>: when this attempt was made, in Unix seconds.
          </li>
          <li>
            <Word>X-Service-Signature</Word>: <Word>v1=</Word> and the lower-case hex HMAC-SHA256 over{" "}
            <Word>&lt;timestamp&gt;.&lt;raw body&gt;</Word>, keyed with your whole secret, <Word>whsec_</Word>{" "}
            included.
          </li>
        </Points>
      </Section>

      <Section id="rules" title="Four rules for the receiver">
        <Points>
          <li>
            Compute over the bytes of the body as they arrived. JSON that was parsed and written again is
            other bytes.
          </li>
          <li>Compare in constant time, by the function that your language has for it.</li>
          <li>Refuse what is more than five minutes old; keep your clock right.</li>
          <li>
            After you roll the secret the old one stays valid for 24 hours, and the header has a signature by
            each, separated by commas. At most three are valid at a time. Accept any that matches.
          </li>
        </Points>
      </Section>

      {SAMPLES.map(({ file, language }) => (
        <Section key={file} id={file.replace(".", "-")} title={language}>
          <CodePanel label={`Verifying in ${language}`}>
            <Code label={file} text={sample(file)} />
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
