import { FilterSelect } from "@/components/lists/filter-field";

/** A choice between all cells and one of them; nothing where there is one database. */
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
