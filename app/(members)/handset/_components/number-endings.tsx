import { DataTable } from "@/components/lists/data-table";
import { Panel } from "@/components/ui/panel";
import { NUMBER_ENDINGS } from "@/components/words/number-endings";

/** Draws the table of number endings, which choose a message's outcome in the simulated network. */
export function NumberEndings() {
  return (
    <Panel title="Test failures">
      <p className="mb-4 text-muted">
        By default, every message is accepted, then delivered. Send to a number with one of these endings for
        a different outcome, such as 64211239902.
      </p>
      <DataTable
        label="Number endings"
        rows={NUMBER_ENDINGS}
        keyOf={({ ending }) => ending}
        columns={[
          { title: "Ends in", cell: ({ ending }) => <code className="font-mono">{ending}</code> },
          { title: "Outcome", phone: "text", cell: ({ outcome }) => outcome },
        ]}
      />
    </Panel>
  );
}
