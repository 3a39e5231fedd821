import { ROLES } from "@/components/lists/table/roles";
import { type Selection, toggled, toggledAll } from "@/components/lists/table/selection";

/** Draws the cell that selects a row. It is empty if no action applies to the row. */
export function ChoiceCell<Row>({
  row,
  id,
  selection: { chosen, onChoose, isSelectable, nameOf },
}: {
  row: Row;
  id: string;
  selection: Selection<Row>;
}) {
  return (
    <td {...ROLES.cell} className="max-sm:self-center max-sm:empty:hidden sm:px-3 sm:align-middle">
      {isSelectable(row) ? (
        <Choice
          label={`Select ${nameOf(row)}`}
          isChosen={chosen.has(id)}
          onToggle={() => onChoose(toggled(chosen, id))}
        />
      ) : null}
    </td>
  );
}

/** Draws the heading that selects all rows of a page. */
export function ChooseAll<Row>({
  rows,
  keyOf,
  selection: { chosen, onChoose, isSelectable },
}: {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  selection: Selection<Row>;
}) {
  const keys = rows.filter(isSelectable).map(keyOf);
  return (
    <th {...ROLES.header} scope="col" aria-label="Selection" className="w-11 px-3 py-2 max-sm:hidden">
      {keys.length === 0 ? null : (
        <Choice
          label="Select all"
          isChosen={keys.every((key) => chosen.has(key))}
          onToggle={() => onChoose(toggledAll(chosen, keys))}
        />
      )}
    </th>
  );
}

/** On a phone the checkbox has the size of a finger. */
function Choice({ label, isChosen, onToggle }: { label: string; isChosen: boolean; onToggle: () => void }) {
  return (
    <label className="relative z-1 -m-3 grid size-11 place-items-center sm:m-0 sm:size-5">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={onToggle}
        className="size-4 accent-(--accent)"
      />
    </label>
  );
}
