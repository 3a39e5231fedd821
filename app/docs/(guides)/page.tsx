import type { Metadata } from "next";
import Link from "next/link";
import { GUIDES } from "@/app/docs/_content/guides";
import { Guide, Section, Table, Text, Word } from "@/components/docs/guide";
import { OPERATIONS } from "@/lib/contracts/operations";

export const metadata: Metadata = {
  title: "Documentation",
  description: "How to send messages, receive replies and follow deliveries.",
};

/** What the API is, where to begin, and a list of its operations. */
export default function DocsPage() {
  return (
    <Guide
      title="Documentation"
      lead="One HTTP request sends a text to one phone or to thousands. The gateway prices it, follows it through the network, and posts what became of it, and what people reply, to your own address."
    >
      <ul className="grid gap-3 sm:grid-cols-2">
        {GUIDES.map(({ href, title, about }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex h-full flex-col gap-1 rounded-2xl border border-line bg-panel px-5 py-4 transition-colors hover:border-accent"
            >
              <span className="font-medium">{title}</span>
              <span className="text-sm leading-6 text-muted">{about}</span>
            </Link>
          </li>
        ))}
      </ul>

      <Section id="calling" title="How to call it">
        <Text>
          Parameters come in the query string, as a form or as JSON; a parameter that is empty is one not
          given. Who calls is said by <Word>Authorization: Bearer</Word> with an access token, or by{" "}
          <Word>userId</Word> and <Word>password</Word> among the parameters; an account that has a second
          factor can close the API to its password in its settings. Phone numbers are digits in international
          form without a plus sign, times are New Zealand local, and amounts are New Zealand dollars.
        </Text>
        <Text>
          Every response has an <Word>X-Request-Id</Word>; quote it when you ask about a request.
        </Text>
      </Section>

      <Section id="operations" title="What it does">
        <Table
          label="Operations"
          head={["Operation", "What it does"]}
          rows={OPERATIONS.map(({ method, path, summary }) => [`${method} ${path}`, summary])}
        />
        <Text>
          The{" "}
          <Link href="/docs/reference" className="font-medium text-accent underline underline-offset-4">
            reference
          </Link>{" "}
          has every parameter and every field, and lets you try each operation. It is made of the{" "}
          <a href="/openapi.json" className="font-medium text-accent underline underline-offset-4">
            OpenAPI description
          </a>
          , from which clients can be generated for any language.
        </Text>
      </Section>
    </Guide>
  );
}
