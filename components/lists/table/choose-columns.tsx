import { Button, Dropdown, Label } from "@heroui/react";
import { Columns3 } from "lucide-react";

/** Chooses the columns of a table. Not on a phone, where a row has no columns. */
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
  return (
    <div className="ml-auto max-sm:hidden">
      <Dropdown>
        <Button size="sm" variant="ghost">
          <Columns3 aria-hidden="true" size={15} />
          Columns
        </Button>
        <Dropdown.Popover placement="bottom end" className="border border-line">
          <Dropdown.Menu
            aria-label="Columns"
            selectionMode="multiple"
            selectedKeys={titles.filter((title) => !hidden.includes(title))}
            onSelectionChange={(chosen) =>
              onChange(titles.filter((title) => chosen !== "all" && !chosen.has(title)))
            }
          >
            {titles.map((title) => (
              <Dropdown.Item key={title} id={title} textValue={title}>
                <Dropdown.ItemIndicator />
                <Label>{title}</Label>
              </Dropdown.Item>
            ))}
          </Dropdown.Menu>
        </Dropdown.Popover>
      </Dropdown>
    </div>
  );
}
