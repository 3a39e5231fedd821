import type { Metadata } from "next";
import { connection } from "next/server";
import { readerEmail } from "@/app/docs/_content/reader";
import type { PartState } from "@/app/status/_content/public-status";
import { readStatus } from "@/app/status/_content/read-status";
import { DocsHeader } from "@/components/docs/docs-header";
import { SiteFooter } from "@/components/docs/site-footer";
import { now } from "@/lib/clock";
import { formatNz } from "@/lib/sms/nz-time";

export const metadata: Metadata = {
  title: "Status",
  description: "The current state of the service.",
};

const WORDS: Readonly<Record<PartState, string>> = {
  working: "Working",
  delayed: "Delayed",
  down: "Unavailable",
  unknown: "Unknown",
};

const DOTS: Readonly<Record<PartState, string>> = {
  working: "bg-success",
  delayed: "bg-warning",
  down: "bg-danger",
  unknown: "bg-muted",
};

/** Draws the status page for people (rules: probes). Programs use `/readyz`. */
export default async function StatusPage() {
  await connection();
  const { status, at } = await readStatus(now());
  return (
    <div className="flex min-h-dvh flex-col">
      <DocsHeader isSignedIn={(await readerEmail()) !== null} />
      <main className="mx-auto flex w-full max-w-3xl grow flex-col gap-8 px-5 py-10 sm:px-6 sm:py-14">
        <h1 className="text-3xl font-semibold tracking-tight">Status</h1>
        <p className="flex items-center gap-3 rounded-2xl border border-line bg-panel px-5 py-5 text-lg font-medium">
          <span aria-hidden="true" className={`size-3.5 shrink-0 rounded-full ${DOTS[status.state]}`} />
          {status.headline}
        </p>
        <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-panel">
          {status.parts.map(({ title, about, state, note }) => (
            <li
              key={title}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-4"
            >
              <div className="min-w-0">
                <h2 className="font-medium">{title}</h2>
                <p className="text-sm text-muted">{note === "" ? about : note}</p>
              </div>
              <p className="flex items-center gap-2 text-sm font-medium">
                <span aria-hidden="true" className={`size-2.5 rounded-full ${DOTS[state]}`} />
                {WORDS[state]}
              </p>
            </li>
          ))}
        </ul>
        <p className="text-sm leading-6 text-muted">
          Checked <time>{formatNz(at)}</time> NZ time. Reload the page to check again. Monitoring tools can
          use{" "}
          <a href="/readyz" className="text-accent underline underline-offset-4">
            readyz
          </a>
          .
        </p>
      </main>
      <SiteFooter />
    </div>
  );
}
