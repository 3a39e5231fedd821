import { X } from "lucide-react";

/**
 * Draws one chosen thing, such as a filter or a tag. A press removes it. `kind` names the kind of thing for
 * screen readers.
 */
export function RemoveChip({
  kind,
  title,
  isPending = false,
  onRemove,
}: {
  kind: string;
  title: string;
  isPending?: boolean;
  onRemove: () => void;
}) {
  return (
    <button
      type="button"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && onRemove()}
      className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-page px-3 text-sm hover:border-ink sm:min-h-7"
    >
      <span className="truncate">
        <span className="sr-only">Remove {kind} </span>
        {title}
      </span>
      <X aria-hidden="true" size={14} className="shrink-0 text-muted" />
    </button>
  );
}
