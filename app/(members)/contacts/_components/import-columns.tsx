import { isFieldName, type Meaning } from "@/app/(members)/contacts/_components/map-columns";
import { Samples } from "@/components/files/samples";
import { FilterSelect } from "@/components/lists/filter-field";
import type { FileColumn } from "@/lib/parsing/files/file-table";
import { fieldKey } from "@/lib/sms/text/fill-template";

/** The maximum number of columns to choose from. Further columns are ignored. */
const MAX_SHOWN = 60;

const FIELD = "field:";

/** Draws the choice of a meaning for each column of a file. */
export function ImportColumns({
  columns,
  meanings,
  fields,
  onChange,
}: {
  columns: readonly FileColumn[];
  meanings: readonly Meaning[];
  fields: readonly string[];
  onChange: (meanings: Meaning[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Columns</legend>
      {columns.slice(0, MAX_SHOWN).map(({ title, filled, samples }, place) =>
        filled === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat; columns do not move.
          <div key={place}>
            <FilterSelect
              label={title.slice(0, 60)}
              value={choiceOf(meanings[place])}
              options={optionsOf(title, fields)}
              onChange={(value) =>
                onChange(meanings.map((meaning, at) => (at === place ? meaningOf(value) : meaning)))
              }
            />
            <Samples values={samples} />
          </div>
        ),
      )}
    </fieldset>
  );
}

function optionsOf(title: string, fields: readonly string[]) {
  return [
    { value: "none", title: "Skip" },
    { value: "number", title: "Number" },
    { value: "name", title: "Name" },
    ...fields.map((name) => ({ value: FIELD + name, title: name })),
    ...(isFieldName(title) && fields.every((name) => fieldKey(name) !== fieldKey(title))
      ? [{ value: FIELD + title.trim(), title: `New field: ${title.trim()}` }]
      : []),
  ];
}

function choiceOf(meaning: Meaning | undefined): string {
  return meaning?.kind === "field" ? FIELD + meaning.name : (meaning?.kind ?? "none");
}

function meaningOf(value: string): Meaning {
  if (value.startsWith(FIELD)) return { kind: "field", name: value.slice(FIELD.length) };
  return { kind: value === "number" || value === "name" ? value : "none" };
}
