/** Draws some values of a file's column on one line. */
export function Samples({ values }: { values: readonly string[] }) {
  if (values.length === 0) return null;
  return <p className="mt-1 truncate text-sm text-muted">{values.join(" \u00b7 ")}</p>;
}
