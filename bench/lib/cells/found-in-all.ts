import type { Found } from "@/bench/lib/books";

/**
 * What a run left in several databases, each of which was compared with the ids of all answers: an id is lost that none of
 * them has.
 */
export function foundInAll(cells: readonly Found[]): Found {
  const [first] = cells;
  if (!first) throw new RangeError("There is at least one cell.");
  const sum = (of: (found: Found) => number) => cells.reduce((all, found) => all + of(found), 0);
  return {
    accounts: cells.flatMap(({ accounts }) => accounts),
    answered: first.answered,
    different: first.different,
    // A cell has all but those that are lost to it; repeated ids are told by themselves.
    lost: first.answered - sum(({ answered, lost }) => answered - lost),
    unasked: sum(({ unasked }) => unasked),
    unbilled: sum(({ unbilled }) => unbilled),
    unsent: sum(({ unsent }) => unsent),
    strays: sum(({ strays }) => strays),
    undelivered: sum(({ undelivered }) => undelivered),
  };
}
