import { Keys } from "@/components/keyboard/keys";
import type { Result, ResultGroup } from "@/components/shell/palette-results";

/**
 * Draws the results of the palette. Its field controls them, and the focus stays in the field.
 * @param id the prefix of the ids of the list and its options.
 */
export function ResultList({
  id,
  groups,
  chosen,
  onChoose,
}: {
  id: string;
  groups: readonly ResultGroup[];
  chosen: Result | undefined;
  onChoose: (result: Result) => void;
}) {
  if (groups.length === 0) return null;
  return (
    <div role="listbox" id={`${id}-results`} aria-label="Results" className="p-2">
      {groups.map(({ title, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, and no fieldsets.
        <div key={title} role="group" aria-label={title} className="mb-2 last:mb-0">
          <p aria-hidden="true" className="px-3 pt-1 pb-1 text-xs font-medium text-muted">
            {title}
          </p>
          {results.map((result) => (
            <Option
              key={result.id}
              id={`${id}-${result.id}`}
              result={result}
              isChosen={result === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  id,
  result,
  isChosen,
  onChoose,
}: {
  id: string;
  result: Result;
  isChosen: boolean;
  onChoose: (result: Result) => void;
}) {
  const { title, detail, note, icon: Icon, keys } = result;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter chooses.
    // biome-ignore lint/a11y/useFocusableInteractive: the field says which option is active.
    <div
      role="option"
      id={id}
      aria-selected={isChosen}
      onClick={() => onChoose(result)}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm sm:min-h-9 ${isChosen ? "bg-accent/12" : "hover:bg-page"}`}
    >
      <Icon aria-hidden="true" size={17} className={`shrink-0 ${isChosen ? "text-accent" : "text-muted"}`} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium break-words tabular-nums">{title}</span>
          {note === undefined ? null : <span className="text-xs text-muted tabular-nums">{note}</span>}
        </span>
        {detail === undefined ? null : <span className="line-clamp-1 break-all text-muted">{detail}</span>}
      </span>
      {keys ? (
        <span className="max-sm:hidden">
          <Keys keys={keys} />
        </span>
      ) : null}
    </div>
  );
}
