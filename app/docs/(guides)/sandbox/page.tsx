import type { Metadata } from "next";
import { connection } from "next/server";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerClientId } from "@/app/docs/_content/reader";
import { CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { TokenNote } from "@/components/docs/token-note";
import { NUMBER_ENDINGS } from "@/components/words/number-endings";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Sandbox and simulator" };

const ENDINGS = [
  ...NUMBER_ENDINGS.map(({ ending, outcome }) => [`…${ending}`, outcome]),
  ["Any other", "Accepted by network, then delivered"],
];

/** Draws the guide to the parameter `sandbox`, and to the simulated network if it is in use. */
export default async function SandboxPage() {
  await connection();
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  return (
    <Guide
      title="Sandbox and simulator"
      lead="The sandbox returns a request’s result and price without sending anything. The simulator is a test network: messages take the full path but reach no real phone."
    >
      <Section id="sandbox" title="The sandbox">
        <Text>
          <Word>sandbox=true</Word> works with messages, one-time codes and appointment reminders.
        </Text>
        <Points>
          <li>We check credentials, parameters and sender as usual, with the same errors.</li>
          <li>Nothing is sent, stored or billed, and your balance isn’t checked.</li>
          <li>
            The response has the text as it would be sent (<Word>sandbox_message</Word>),{" "}
            <Word>sandbox_encoding</Word> and the price in NZ$ incl. GST (<Word>sandbox_would_charge</Word>).
          </li>
          <li>
            The <Word>message_id</Word> starts with <Word>SANDBOX_</Word>. You can’t query the status of a
            sandbox message.
          </li>
        </Points>
      </Section>

      {env().carrier === "simulator" ? (
        <Section id="simulator" title="The simulator">
          <Text>
            The network is simulated here. Messages are stored and billed, and reports are posted to your
            webhook. The last digits of a number choose the outcome.
          </Text>
          <Table label="Number endings" head={["Number", "Outcome"]} rows={ENDINGS} />
          <Text>Reply as a handset, and read the messages a handset received:</Text>
          <CodePanel label="A handset">
            <Samples
              label="A reply"
              request={{
                method: "POST",
                url: `${base}/simulator/inbound`,
                isAuthorised: true,
                body: {
                  form: [
                    ["from", "64211234567"],
                    ["to", "552"],
                    ["body", "STOP"],
                  ],
                },
              }}
            />
            <Samples
              label="Received messages"
              request={{
                method: "GET",
                url: `${base}/simulator/messages`,
                isAuthorised: true,
                query: [["msisdn", "64211234567"]],
              }}
            />
          </CodePanel>
          <TokenNote clientId={clientId} />
        </Section>
      ) : null}
    </Guide>
  );
}
