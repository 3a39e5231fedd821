import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { reference } from "@/app/docs/_content/reference";
import { Guide, Section, Text, Word } from "@/components/docs/guide";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation, parameter and field. Try them here.",
};

const LINK = "font-medium text-accent underline underline-offset-4";

/** Draws every operation in its group. */
export default async function ReferencePage() {
  await connection();
  return (
    <Guide
      title="API reference"
      lead="Every operation with its parameters, responses and errors, in seven languages. You can try each one on its page."
    >
      <Text>
        Send parameters in the query string, as a form or as JSON. Authenticate with{" "}
        <Word>Authorization: Bearer</Word> and an access token, or with <Word>userId</Word> and{" "}
        <Word>password</Word>. New fields can be added to responses, so ignore the ones you don’t know. This
        reference is built from the{" "}
        <a href="/openapi.json" className={LINK}>
          OpenAPI description
        </a>
        . You can generate a client from it for any language.
      </Text>
      {reference().map(({ title, about, operations }) => (
        <Section key={title} id={title.toLowerCase()} title={title}>
          <Text>{about}</Text>
          <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-panel">
            {operations.map(({ slug, title: name, method, path }) => (
              <li key={slug}>
                <Link
                  href={`/docs/reference/${slug}`}
                  className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 -outline-offset-2 hover:bg-page"
                >
                  <span className="font-medium">{name}</span>
                  <span className="font-mono text-xs break-all text-muted">
                    {path === null ? "POST to your URL" : `${method} ${path}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Guide>
  );
}
