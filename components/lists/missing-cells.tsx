import { FailedState } from "@/components/ui/states";

/** Says that a page lacks the data of cells that do not respond. Draws nothing if all cells respond. */
export function MissingCells({ awayCells, what }: { awayCells: readonly number[]; what: string }) {
  if (awayCells.length === 0) return null;
  const cells =
    awayCells.length === 1
      ? `Cell ${awayCells[0]} doesn’t answer, so its`
      : `Cells ${awayCells.join(", ")} don’t answer, so their`;
  return (
    <div className="mb-5">
      <FailedState message={`${cells} ${what} are missing here.`} />
    </div>
  );
}
