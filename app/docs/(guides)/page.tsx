import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { GUIDES } from "@/app/docs/_content/guides";
import { reference } from "@/app/docs/_content/reference";
import { Guide, Section, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = {
  title: "Documentation",
  description: "Guides to sending messages, receiving replies and following deliveries.",
};

/** Draws an introduction to the API, the list of guides and the list of operations. */
export default async function DocsPage() {
  await connection();
  return (
    <Guide
      title="Documentation"
      lead="Send a text to one phone or thousands with one HTTP request. We track each message through the network and post delivery reports and replies to your webhook."
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

      <Section id="calling" title="Calling the API">
        <Text>
          Send parameters in the query string, as a form or as JSON. Empty parameters are ignored.
          Authenticate with <Word>Authorization: Bearer</Word> and an access token, or with the parameters{" "}
          <Word>userId</Word> and <Word>password</Word>. If you use two-factor authentication, you can turn
          off the password for the API in Settings. Phone numbers are digits in international form without a
          plus sign, times are NZ time, and amounts are NZ$.
        </Text>
        <Text>
          Every response has an <Word>X-Request-Id</Word>. Quote it when you contact support.
        </Text>
      </Section>

      <Section id="operations" title="Operations">
        <Text>
          The{" "}
          <Link href="/docs/reference" className="font-medium text-accent underline underline-offset-4">
            reference
          </Link>{" "}
          lists every parameter and field, and lets you try each operation. It’s built from the{" "}
          <a href="/openapi.json" className="font-medium text-accent underline underline-offset-4">
            OpenAPI description
          </a>
          , and so are{" "}
          <Link href="/docs/clients" className="font-medium text-accent underline underline-offset-4">
            clients for TypeScript and Python
          </Link>
          . You can generate one for any other language.
        </Text>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {reference()
            .flatMap(({ operations }) => operations)
            .map(({ slug, title }) => (
              <li key={slug}>
                <Link
                  href={`/docs/reference/${slug}`}
                  prefetch={false}
                  className="inline-flex min-h-11 items-center text-accent underline-offset-4 hover:underline sm:min-h-9"
                >
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      </Section>
    </Guide>
  );
}
