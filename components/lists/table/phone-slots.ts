/**
 * Where a cell stands in a row of a phone: `title` and `aside` on the first line, `text` and `state` on the
 * second, `more` below with its title, and `none` nowhere: it stands on the row's page.
 */
export type PhoneSlot = "title" | "aside" | "text" | "state" | "more" | "none";

/** The classes of a cell by its place. From the width of a tablet on they say nothing. */
export const CELL_ON_PHONE: Record<PhoneSlot | "lone", string> = {
  title: "max-sm:order-1 max-sm:min-w-1/2 max-sm:flex-1 max-sm:text-base",
  // A title with nothing beside it.
  lone: "max-sm:order-1 max-sm:basis-full max-sm:text-base",
  aside: "max-sm:order-2 max-sm:ml-auto max-sm:text-right",
  text: "max-sm:order-3 max-sm:min-w-2/5 max-sm:flex-1",
  state: "max-sm:order-4 max-sm:ml-auto max-sm:text-right",
  more: "max-sm:order-6 max-sm:inline-flex max-sm:max-w-full max-sm:items-baseline max-sm:gap-1.5 max-sm:has-[>:last-child:empty]:hidden",
  none: "max-sm:hidden",
};

/** The place of a cell: the first column is the title, and the others come below, unless they say otherwise. */
export function slotOf(columns: readonly { phone?: PhoneSlot }[], place: number): keyof typeof CELL_ON_PHONE {
  const slot = columns[place]?.phone ?? (place === 0 ? "title" : "more");
  if (slot !== "title") return slot;
  return columns.some(({ phone }) => phone === "aside") ? "title" : "lone";
}
