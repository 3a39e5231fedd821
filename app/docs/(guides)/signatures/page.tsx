import { readFileSync } from "node:fs";
import path from "node:path";
import type { Metadata } from "next";
import { CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Text, Word } from "@/components/docs/guide";
import { FileSamples } from "@/components/docs/samples";

export const metadata: Metadata = { title: "Verifying signatures" };

/** The samples by tab. The tab of curl has a shell script. */
const SAMPLES = [
  { language: "curl", file: "verify.sh" },
  { language: "node", file: "verify.mjs" },
  { language: "python", file: "verify.py" },
  { language: "php", file: "verify.php" },
  { language: "csharp", file: "verify.cs" },
  { language: "go", file: "verify.go" },
  { language: "ruby", file: "verify.rb" },
] as const;

function sample(file: string): string {
  return readFileSync(path.join(process.cwd(), "public", "samples", file), "utf8");
}

/** Draws the guide to verifying signatures, with a sample in every language. Tests run the samples. */
export default function SignaturesPage() {
  return (
    <Guide
      title="Verifying signatures"
      lead="With a signing secret, every webhook request is signed. Verify that it came from us, is unchanged and isn’t a replay."
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

      <Section id="samples" title="Samples">
        <CodePanel label="Verifying a request">
          <FileSamples
            label="Verify"
            files={SAMPLES.map(({ language, file }) => ({ language, file, text: sample(file) }))}
          />
        </CodePanel>
        <Text>Each file also runs as a command, to try it with a request that you have received.</Text>
      </Section>
    </Guide>
  );
}
