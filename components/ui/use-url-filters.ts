"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * A list's filters, kept in the address, so that a page can be sent on, reloaded and gone back to. To change the
 * address asks the server nothing: only the list itself is read again.
 * @param names the filters there are, `page` apart.
 * @returns their values, what to ask the server with, and how to set some of them, from the first page.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const pathname = usePathname();
  const parameters = useSearchParams();
  // The address changes a moment after it is told to: a second change must build on the first.
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
    next.delete("page");
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    latest.current = next.toString();
    window.history.replaceState(null, "", next.size === 0 ? pathname : `${pathname}?${next}`);
  };
  return { values, set, asked: { ...values, page: parameters.get("page") ?? "1" } };
}
