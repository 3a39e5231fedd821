import { isFieldName, type Meaning } from "@/app/(members)/contacts/_components/map-columns";
import { FilterSelect } from "@/components/lists/filter-field";
import { fieldKey } from "@/lib/sms/text/fill-template";

/** How many columns can be chosen of: what a spreadsheet has beyond is left out. */
const MAX_SHOWN = 60;

const FIELD = "field:";

/** What each column of a file becomes. */
export function ImportColumns({
  columns,
  meanings,
  fields,
  onChange,
}: {
  /** The titles of the file's columns. */
  columns: readonly string[];
  meanings: readonly Meaning[];
  fields: readonly string[];
  onChange: (meanings: Meaning[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Columns</legend>
      {columns.slice(0, MAX_SHOWN).map((title, place) => (
        <FilterSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat; columns do not move.
          key={place}
          label={title.slice(0, 60)}
          value={choiceOf(meanings[place])}
          options={[
            { value: "none", title: "Skip" },
            { value: "number", title: "Number" },
            { value: "name", title: "Name" },
            ...fields.map((name) => ({ value: FIELD + name, title: name })),
            ...(isFieldName(title) && fields.every((name) => fieldKey(name) !== fieldKey(title))
              ? [{ value: FIELD + title.trim(), title: `New field: ${title.trim()}` }]
              : []),
          ]}
          onChange={(value) =>
            onChange(meanings.map((meaning, at) => (at === place ? meaningOf(value) : meaning)))
          }
        />
      ))}
    </fieldset>
  );
}

function choiceOf(meaning: Meaning | undefined): string {
  return meaning?.kind === "field" ? FIELD + meaning.name : (meaning?.kind ?? "none");
}

function meaningOf(value: string): Meaning {
  if (value.startsWith(FIELD)) return { kind: "field", name: value.slice(FIELD.length) };
  return { kind: value === "number" || value === "name" ? value : "none" };
}
