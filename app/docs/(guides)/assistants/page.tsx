import type { Metadata } from "next";
import Link from "next/link";
import { baseUrl } from "@/app/docs/_content/base-url";
import { readerClientId } from "@/app/docs/_content/reader";
import { configuration } from "@/app/docs/(guides)/assistants/configuration";
import { TOOLS } from "@/app/docs/(guides)/assistants/tools";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Points, Section, Table, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = { title: "AI assistants" };

const LINK = "font-medium text-accent underline underline-offset-4";

/** Draws the guide to the MCP server: its setup, its tools and its limits. */
export default async function AssistantsPage() {
  const [base, clientId] = [await baseUrl(), await readerClientId()];
  return (
    <Guide
      title="AI assistants"
      lead="With our MCP server an AI assistant on your computer sends and looks up texts for your account: within a daily limit, and only after you confirm."
    >
      <Section id="setup" title="Set it up">
        <Text>
          The server is part of the gateway’s source code and runs on your computer, with Node 20.19 or newer.
          It uses the{" "}
          <Link href="/docs/reference" className={LINK}>
            API
          </Link>{" "}
          and nothing else.
        </Text>
        <Points>
          <li>
            Create a key for it in{" "}
            <Link href="/api-keys" className={LINK}>
              API keys
            </Link>
            , with a daily limit that always holds. Disable the key to end its access at once.
          </li>
          <li>
            Run <Word>npm run mcp</Word> once in the folder of the source code. The first time it installs
            packages.
          </li>
          <li>Add it to your assistant’s list of MCP servers, with the key:</li>
        </Points>
        <CodePanel label="MCP servers">
          <Code label="Configuration" language="json" text={configuration(base, clientId)} />
        </CodePanel>
      </Section>

      <Section id="tools" title="Tools">
        <Table label="Tools" head={["Tool", "What it does", "Billed"]} rows={TOOLS} />
        <Text>
          If the API refuses a call, the assistant gets the{" "}
          <Link href="/docs/errors#codes" className={LINK}>
            error code
          </Link>{" "}
          and its explanation. Received texts are marked as written by strangers, so that the assistant
          doesn’t follow them.
        </Text>
      </Section>

      <Section id="confirmation" title="Confirmation">
        <Text>
          Nothing is sent or billed until you confirm, and no setting changes that. If your assistant can show
          forms, you see the recipients, the sender, the price and the exact text before you confirm.
          Otherwise <Word>preview_message</Word> comes first, and <Word>send_message</Word> only takes the
          same message. In that case, keep your assistant’s own question before <Word>send_message</Word>{" "}
          switched on.
        </Text>
      </Section>

      <Section id="limit" title="Daily limit">
        <Text>
          <Word>MCP_DAILY_LIMIT</Word> limits the spending of the tools per day (NZ time), in NZ$ incl. GST.
          The default is 5.00. A call over the limit is refused before anything is sent or billed.
        </Text>
        <Points>
          <li>
            Messages have the rate code <Word>mcp-</Word> and the client ID without <Word>cid_</Word>, so you
            find them on your bills.
          </li>
          <li>
            This limit binds the tools: anyone with the key’s secret can call the API without them. The daily
            limit of the key holds for every call.
          </li>
        </Points>
      </Section>
    </Guide>
  );
}
