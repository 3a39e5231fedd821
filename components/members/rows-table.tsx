import { type ComponentProps, useState } from "react";
import { DataTable } from "@/components/lists/data-table";
import { SelectionBar } from "@/components/lists/table/selection-bar";
import type { InputOf } from "@/components/members/declared";
import { useMay } from "@/components/members/role";
import { useEach } from "@/components/members/use-each";
import { countOf } from "@/components/ui/count";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { MemberRoute } from "@/lib/contracts/members/operation";

/** An action on several rows at once. */
type RowsAction<Row, Route extends MemberRoute> = {
  operation: Route;
  inputOf: (row: Row) => InputOf<Route>;
  /** The operations to read again. */
  changes: readonly MemberRoute[];
  /** The singular name of a row, and the past participle of the action: "number", "resubscribed". */
  name: string;
  done: string;
  /** The text of the buttons: "Resubscribe". */
  title: string;
  /** The question before the action. */
  question: string;
  isSelectable: (row: Row) => boolean;
  /** Returns the name of a row. */
  nameOf: (row: Row) => string;
};

/** Draws a list whose rows can be selected and, after a question, changed together. */
export function RowsTable<Row extends object, Route extends MemberRoute>({
  action: { operation, inputOf, title, question, isSelectable, nameOf, ...words },
  ...table
}: Omit<ComponentProps<typeof DataTable<Row>>, "selection"> & {
  action: RowsAction<Row, Route>;
}) {
  const { rows, keyOf } = table;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const may = useMay();
  const selectable = may(operation) ? rows.filter(isSelectable) : [];
  const inputs = selectable.filter((row) => chosen.has(keyOf(row))).map(inputOf);
  const clear = () => {
    setChosen(new Set());
    setAsking(false);
  };
  const each = useEach(operation, { ...words, onSettled: clear });
  const selection = { chosen, onChoose: setChosen, isSelectable, nameOf };
  return (
    <>
      <SelectionBar
        count={inputs.length}
        name={words.name}
        action={title}
        isPending={each.isPending}
        onAction={() => setAsking(true)}
        onClear={clear}
      />
      <DataTable {...table} selection={selectable.length > 0 ? selection : undefined} />
      <ConfirmDialog
        title={`${title} ${countOf(inputs.length, words.name)}?`}
        question={question}
        confirm={title}
        isOpen={isAsking}
        isPending={each.isPending}
        onConfirm={() => each.mutate(inputs)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
