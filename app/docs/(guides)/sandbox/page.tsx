import type { Metadata } from "next";
import { connection } from "next/server";
import { baseUrl } from "@/app/docs/_content/base-url";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { NUMBER_ENDINGS } from "@/components/words/number-endings";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sandbox and simulator" };

const ENDINGS = [
  ...NUMBER_ENDINGS.map(({ ending, outcome }) => [`…${ending}`, outcome]),
  ["Any other", "Accepted by network, then delivered"],
];

/** The parameter `sandbox`, and the simulated network where there is one. */
export default async function SandboxPage() {
  await connection();
  const base = await baseUrl();
  return (
    <Guide
      title="Sandbox and simulator"
      lead="The sandbox tells what a request would do. The simulator is a network without phones: messages go all the way, and nobody is disturbed."
    >
      <Section id="sandbox" title="The sandbox">
        <Text>
          <Word>sandbox=true</Word> works on messages, one-time codes and appointment reminders.
        </Text>
        <Points>
          <li>Credentials, parameters and sender are checked as always, with the same errors.</li>
          <li>Nothing is sent, stored or billed, and the balance does not matter.</li>
          <li>
            The answer has <Word>sandbox_message</Word>, the text as it would be sent;{" "}
            <Word>sandbox_encoding</Word>; and <Word>sandbox_would_charge</Word>, in dollars including GST.
          </li>
          <li>
            Its <Word>message_id</Word> begins with <Word>SANDBOX_</Word>; there is nothing to ask about it.
          </li>
        </Points>
      </Section>

      {env().carrier === "simulator" ? (
        <Section id="simulator" title="The simulator">
          <Text>
            This installation has no carrier yet: its network is simulated. Messages are stored and billed,
            reports are posted to your webhook, and a number&rsquo;s last digits decide its fate.
          </Text>
          <Table label="Number endings" head={["Number", "Outcome"]} rows={ENDINGS} />
          <Text>Reply to yourself as a handset would, and read what a handset has received:</Text>
          <CodePanel label="A handset">
            <Code
              label="A reply"
              text={`curl ${base}/simulator/inbound \\
  -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode "from=64211234567" \\
  --data-urlencode "to=552" \\
  --data-urlencode "body=STOP"`}
            />
            <Code
              label="What it has received"
              text={`curl "${base}/simulator/messages?msisdn=64211234567" -H "Authorization: Bearer $TOKEN"`}
            />
          </CodePanel>
        </Section>
      ) : null}
    </Guide>
  );
}
