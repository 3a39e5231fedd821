"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * A list's filters, kept in the address, so that a page can be sent on, reloaded and gone back to.
 * @param names the filters there are, `page` apart.
 * @returns their values, what to ask the server with, and how to set some of them, from the first page.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const router = useRouter();
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
    router.replace(`${pathname}?${next}`, { scroll: false });
  };
  return { values, set, asked: { ...values, page: parameters.get("page") ?? "1" } };
}
