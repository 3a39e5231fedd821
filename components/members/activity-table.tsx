import { DataTable } from "@/components/ui/data-table";
import type { ActivityRecord } from "@/lib/contracts/members/activity";

/** Who did what to an account, when and from where. */
export function ActivityTable({ rows }: { rows: readonly ActivityRecord[] }) {
  return (
    <DataTable
      label="Activity"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: "When", cell: ({ at }) => <time className="whitespace-nowrap tabular-nums">{at}</time> },
        {
          title: "What",
          cell: ({ action, details }) => (
            <>
              {sentence(action)}
              <span className="block text-muted">{described(details)}</span>
            </>
          ),
        },
        {
          title: "Who, and from where",
          cell: ({ actor, address }) => (
            <>
              <span className="break-all">{actor}</span>
              <span className="block font-mono text-xs text-muted">{address}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** `api_key_created` as a sentence: "API key created". */
function sentence(action: string): string {
  const words = action.replaceAll("_", " ").replace(/^api\b/, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function described(details: ActivityRecord["details"]): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
