import { FilterSelect } from "@/components/lists/filter-field";

/** Draws the choice of one cell or all cells. Draws nothing if there is only one database. */
export function CellFilter({
  cells,
  value,
  onChange,
}: {
  cells: readonly number[];
  value: string;
  onChange: (cell: string) => void;
}) {
  if (cells.length === 0) return null;
  const options = cells.map((cell) => ({ value: String(cell), title: `Cell ${cell}` }));
  return (
    <FilterSelect
      label="Cell"
      value={value}
      options={[{ value: "", title: "All cells" }, ...options]}
      onChange={onChange}
    />
  );
}
