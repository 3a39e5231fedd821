"use client";

import { Books } from "@/app/admin/health/_components/books";
import { CellPanels } from "@/app/admin/health/_components/cell-panels";
import { Figure, sizeText, toneOf, waitingText } from "@/app/admin/health/_components/figure";
import { useMember } from "@/components/members/use-member";
import { LINK_IN_TEXT } from "@/components/ui/link-styles";
import { NearLink } from "@/components/ui/near-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { inSentence } from "@/components/ui/said-time";
import { FailedState, Loaded } from "@/components/ui/states";
import { Time } from "@/components/ui/time";
import { useSaidTime } from "@/components/ui/today";
import type { Health as Figures } from "@/lib/contracts/admin/health";
import { readHealth } from "@/lib/contracts/generated/admin/health";

const REFRESH_MS = 5_000;

const MIGRATIONS = {
  current: "All migrations applied",
  pending: "Migrations missing. Restart the server",
  newer: "Database is newer than the code",
} as const;

const CELLS = {
  answers: { value: "Answers", tone: "success" },
  away: {
    value: "Does not answer",
    tone: "danger",
    children: "Its accounts get errors, and its messages wait. The other cells go on.",
  },
  pending: { value: "Answers", tone: "danger", children: MIGRATIONS.pending },
  newer: { value: "Answers", tone: "danger", children: MIGRATIONS.newer },
} as const;

/** Draws the current state of queues, carrier and database. */
export function Health() {
  const health = useMember(readHealth, {}, { refetchIntervalMs: REFRESH_MS });
  const say = useSaidTime();
  return (
    <>
      <PageHeader
        title="System health"
        actions={
          <p className="text-sm text-muted tabular-nums">
            {health.data ? `As of ${inSentence(say(health.data.at, "exact"))} NZ time` : ""}
          </p>
        }
      >
        Queues and their delays, updated every five seconds.
      </PageHeader>
      {health.data && health.error ? (
        <div className="mb-6">
          <FailedState message={`${health.error.message} The figures below are out of date.`} />
        </div>
      ) : null}
      <Loaded query={health}>
        {(figures) => (
          <>
            <Panels figures={figures} />
            <CellPanels cells={figures.cells} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Panels({ figures }: { figures: Figures }) {
  const say = useSaidTime();
  const {
    dispatch,
    held,
    night,
    replies,
    webhooks,
    emails,
    carrier,
    books,
    database,
    cells,
    hasUnknownProxy,
    jobs,
  } = figures;
  // Readers do not need the word cell if there is only one database.
  const of = (title: string) => (cells.length > 0 ? `${title}: cell 1` : title);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <Panel title={of("Messages")}>
          <dl className="flex flex-col gap-4">
            <Figure title="Sending" tone={toneOf(dispatch)} counted={dispatch}>
              {waitingText(dispatch)}
            </Figure>
            <Figure title="Held: link not approved" counted={held}>
              {held.count > 0 ? (
                <NearLink className={`finger ${LINK_IN_TEXT}`} href="/admin/domains">
                  Review domains
                </NearLink>
              ) : (
                "Nothing to review"
              )}
            </Figure>
            <Figure title="Queued until morning" counted={night.waiting}>
              {night.until === null
                ? "Daytime in New Zealand"
                : `Until ${inSentence(say(night.until, "long"))}`}
            </Figure>
            <Figure title="Auto replies" tone={toneOf(replies)} counted={replies}>
              {waitingText(replies)}
            </Figure>
          </dl>
        </Panel>
        <Panel title={of("Carrier and database")}>
          <dl className="flex flex-col gap-4">
            <Figure title="Carrier" value={carrier.name}>
              Last accepted message: <Time isLong at={carrier.lastSubmittedAt} none="none recently" />
              <br />
              Last report: <Time isLong at={carrier.lastReportAt} none="none yet" />
            </Figure>
            {carrier.problems.map(({ name, reason }) => (
              <Figure key={name} title={`Carrier ${name}`} value="Not in use" tone="danger">
                {reason}
              </Figure>
            ))}
            <Figure
              title={`PostgreSQL ${database.version}`}
              value={sizeText(database.sizeBytes)}
              tone={database.migrations === "current" ? "success" : "danger"}
            >
              {MIGRATIONS[database.migrations]}
            </Figure>
            {database.lacksMonth ? (
              <Figure title="Next month’s partition" value="Missing" tone="danger">
                The sweep could not add it. Its error is in the log. Messages are still accepted.
              </Figure>
            ) : null}
            {cells.map(({ cell, state }) => (
              <Figure key={cell} title={`Cell ${cell}`} {...CELLS[state]} />
            ))}
            {hasUnknownProxy ? (
              <Figure title="Reverse proxy" value="Not counted" tone="warning">
                Requests carry X-Forwarded-For but TRUST_PROXY is 0. If this is your proxy, set TRUST_PROXY to
                1, or all clients share one sign-in limit.
              </Figure>
            ) : null}
            <Figure title="Scheduler" value={jobs === "local" ? "This server" : "Inngest"} />
          </dl>
        </Panel>
      </div>
      <div className="flex flex-col gap-6">
        <Panel title={of("Webhooks")}>
          <dl className="flex flex-col gap-4">
            <Figure title="Due now" tone={toneOf(webhooks.due)} counted={webhooks.due}>
              {waitingText(webhooks.due)}
            </Figure>
            <Figure title="Retrying" counted={webhooks.retrying}>
              The endpoint failed, or the attempt is in progress
            </Figure>
            <Figure title="On hold for paused endpoints" counted={webhooks.kept}>
              Sent when the account resumes
            </Figure>
          </dl>
          <PausedEndpoints webhooks={webhooks} />
        </Panel>
        <Panel title={of("Books")}>
          <Books books={books} />
        </Panel>
        <Panel title={of("Email")}>
          <dl className="flex flex-col gap-4">
            <Figure
              title="Waiting"
              tone={emails.isConfigured ? toneOf(emails.due) : "warning"}
              counted={emails.due}
            >
              {emails.isConfigured ? waitingText(emails.due) : "SMTP_URL is not set, so no emails are sent"}
            </Figure>
          </dl>
        </Panel>
      </div>
    </div>
  );
}

function PausedEndpoints({ webhooks: { paused, morePaused } }: Pick<Figures, "webhooks">) {
  if (paused.length === 0) return <p className="mt-4 text-sm text-muted">No paused endpoints.</p>;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="mb-2 text-sm font-medium">Paused endpoints{morePaused ? ", longest first" : ""}</h3>
      <ul className="flex flex-col gap-2 text-sm">
        {paused.map(({ accountId, name, kind, endpointName, pausedAt }) => (
          <li key={`${accountId}-${kind}-${endpointName}`} className="flex flex-wrap justify-between gap-x-4">
            <NearLink
              className="text-accent underline-offset-4 hover:underline"
              href={`/admin/accounts/${accountId}`}
            >
              {name}
            </NearLink>
            <span className="text-muted tabular-nums">
              {endpointName ?? (kind === "inbound" ? "Replies" : "Reports")}, since{" "}
              <Time isLong isInSentence at={pausedAt} />
            </span>
          </li>
        ))}
      </ul>
      {morePaused ? <p className="mt-2 text-sm text-muted">Only the first ones are shown.</p> : null}
    </div>
  );
}
