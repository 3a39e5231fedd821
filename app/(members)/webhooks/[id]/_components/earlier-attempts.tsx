import { answer } from "@/app/(members)/webhooks/_components/words";
import { Written } from "@/app/(members)/webhooks/_components/written";
import { DataTable } from "@/components/lists/data-table";
import { duration } from "@/components/ui/duration";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { DeliveryDetails } from "@/lib/contracts/members/webhooks";

/**
 * Draws the attempts before the last one, and the number of omitted ones. Draws nothing if there were none.
 */
export function EarlierAttempts({ delivery: { earlier, ended } }: { delivery: DeliveryDetails }) {
  if (earlier.length === 0) return null;
  const older = ended - 1 - earlier.length;
  return (
    <Panel title="Earlier attempts">
      <DataTable
        label="Earlier attempts"
        rows={earlier.map((attempt, place) => ({ ...attempt, place }))}
        keyOf={({ place }) => String(place)}
        columns={[
          { title: "Time", cell: ({ at }) => <Time isExact at={at} /> },
          {
            title: "Response",
            phone: "text",
            cell: (attempt) => <Response attempt={attempt} />,
          },
          {
            title: "Duration",
            phone: "aside",
            align: "end",
            cell: ({ durationMs }) => (
              <span className="whitespace-nowrap tabular-nums">
                {durationMs === null ? "–" : duration(durationMs)}
              </span>
            ),
          },
        ]}
      />
      {older > 0 ? (
        <p className="mt-3 text-sm text-muted">
          {older === 1 ? "1 older attempt isn’t shown." : `${older} older attempts aren’t shown.`}
        </p>
      ) : null}
    </Panel>
  );
}

/** Draws the result and URL of an attempt; the response unfolds. */
function Response({ attempt }: { attempt: DeliveryDetails["earlier"][number] }) {
  const { at, url, responseCode, responseBody, error } = attempt;
  const result = answer({ responseCode, error, attemptedAt: at });
  return (
    <>
      {responseBody === null ? (
        result
      ) : (
        <details>
          <summary className="cursor-pointer">{result}</summary>
          <div className="mt-2 [&_pre]:wrap-anywhere">
            <Written title="Response body (first 1 KB)" text={responseBody} />
          </div>
        </details>
      )}
      {url === null ? null : <code className="block font-mono text-xs break-all text-muted">{url}</code>}
    </>
  );
}
