import { Button } from "@/components/controls/button";
import { countOf } from "@/components/ui/count";

/** Draws the actions for the selected rows of a list. Draws nothing if no row is selected. */
export function SelectionBar({
  count,
  name,
  action,
  isPending,
  onAction,
  onClear,
}: {
  count: number;
  /** The singular name of a row. */
  name: string;
  action: string;
  isPending: boolean;
  onAction: () => void;
  onClear: () => void;
}) {
  if (count === 0) return null;
  return (
    <div
      role="status"
      className="sticky top-16 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-page px-4 py-2 text-sm lg:top-2"
    >
      <span className="mr-auto font-medium">{countOf(count, name)} selected</span>
      <Button
        size="sm"
        variant="outline"
        className="max-sm:min-h-11"
        isPending={isPending}
        onPress={onAction}
      >
        {action}
      </Button>
      <Button size="sm" variant="ghost" className="max-sm:min-h-11" onPress={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
