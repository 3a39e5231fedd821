/**
 * The place of a cell in a row on a phone. `title` and `aside` are on the first line, `text` and `state` on
 * the second. `more` is below, with its title. `none` is hidden: the row's page shows the value.
 */
export type PhoneSlot = "title" | "aside" | "text" | "state" | "more" | "none";

/** The classes of a cell by its place. They have no effect from the width of a tablet on. */
export const CELL_ON_PHONE: Record<PhoneSlot | "lone", string> = {
  title: "max-sm:order-1 max-sm:min-w-1/2 max-sm:flex-1 max-sm:text-base",
  // A title without an `aside`.
  lone: "max-sm:order-1 max-sm:basis-full max-sm:text-base",
  aside: "max-sm:order-2 max-sm:ml-auto max-sm:text-right",
  text: "max-sm:order-3 max-sm:min-w-2/5 max-sm:flex-1",
  state: "max-sm:order-4 max-sm:ml-auto max-sm:text-right",
  more: "max-sm:order-6 max-sm:inline-flex max-sm:max-w-full max-sm:items-baseline max-sm:gap-1.5 max-sm:has-[>:last-child:empty]:hidden",
  none: "max-sm:hidden",
};

/** Returns the place of a cell. By default the first column is the title and the others are below it. */
export function slotOf(columns: readonly { phone?: PhoneSlot }[], place: number): keyof typeof CELL_ON_PHONE {
  const slot = columns[place]?.phone ?? (place === 0 ? "title" : "more");
  if (slot !== "title") return slot;
  return columns.some(({ phone }) => phone === "aside") ? "title" : "lone";
}
