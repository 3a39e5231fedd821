"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

const CURSORS = ["before", "after"];

/** Parameters for the start, length and order of a page. They are not filters. */
const PLACES: readonly string[] = [...CURSORS, "limit", "order"];

/**
 * Keeps a list's filters in the address, so that a page can be shared, reloaded and gone back to. A new
 * address requests only the list itself.
 * @param names the filters, without `page`, but with `before` and `after` if the list has cursors.
 * @returns `values` of the filters; `asked`, the input for the server; `set`, which changes filters and goes
 * to the first page; `clear`.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const pathname = usePathname();
  const parameters = useSearchParams();
  // The address changes a moment after `set` is called, and a second change must build on the first.
  const latest = useRef(parameters.toString());
  useEffect(() => {
    latest.current = parameters.toString();
  }, [parameters]);
  const values = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ""])) as Record<
    Name,
    string
  >;
  const set = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(latest.current);
    for (const place of ["page", ...CURSORS.filter((name) => names.some((own) => own === name))]) {
      next.delete(place);
    }
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next.toString();
    window.history.replaceState(null, "", next.size === 0 ? pathname : `${pathname}?${next}`);
  };
  const clear = () => {
    const filters = names.filter((name) => !PLACES.includes(name));
    set(Object.fromEntries(filters.map((name) => [name, ""])) as Record<Name, string>);
  };
  return { values, set, clear, asked: { ...values, page: parameters.get("page") ?? "1" } };
}
