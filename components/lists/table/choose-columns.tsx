import { Columns3 } from "lucide-react";
import { MenuButton } from "@/components/controls/menu-button";

/** Draws the choice of a table's columns. It is absent on a phone, because rows have no columns there. */
export function ChooseColumns({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly { title: string; isFixed?: boolean }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}) {
  const titles = columns.filter(({ isFixed }) => !isFixed).map(({ title }) => title);
  const isShown = (title: string) => !hidden.includes(title);
  return (
    <div className="ml-auto max-sm:hidden">
      <MenuButton
        menu={{
          label: "Columns",
          items: titles.map((title) => ({ title })),
          chosen: titles.filter(isShown),
          onChoose: (chosen) =>
            onChange(titles.filter((title) => (title === chosen ? isShown(title) : !isShown(title)))),
        }}
        size="sm"
        variant="ghost"
      >
        <Columns3 aria-hidden="true" size={15} />
        Columns
      </MenuButton>
    </div>
  );
}
