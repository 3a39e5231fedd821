import { DataTable } from "@/components/lists/data-table";
import { Panel } from "@/components/ui/panel";

const ENDINGS = [
  { ending: "9902", fate: "Undeliverable, code 2" },
  { ending: "9904", fate: "Queued at the network, code 4, then delivered" },
  { ending: "9908", fate: "Taken by the network, and never a final report" },
  { ending: "9916", fate: "Undeliverable, code 16" },
  { ending: "9917", fate: "Refused by the network: failed" },
];

/** The last digits of a number choose what the simulated network does with a message. */
export function NumberEndings() {
  return (
    <Panel title="Try what goes wrong">
      <p className="mb-4 text-muted">
        The network reports every message accepted, then delivered. Send to a number with one of these endings
        for another fate, such as 64211239902.
      </p>
      <DataTable
        label="Number endings"
        rows={ENDINGS}
        keyOf={({ ending }) => ending}
        columns={[
          { title: "Ends in", cell: ({ ending }) => <code className="font-mono">{ending}</code> },
          { title: "What happens", cell: ({ fate }) => fate },
        ]}
      />
    </Panel>
  );
}
