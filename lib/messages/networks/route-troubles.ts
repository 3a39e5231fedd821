import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { newestRoutes } from "@/lib/carriers/route-table";
import { routeProblems } from "@/lib/carriers/setup/route-file";
import { carrierNames, namedBy, readRoutes } from "@/lib/carriers/setup/route-rows";
import type { Database } from "@/lib/db/client";

const MAX_TOLD = 10;

/**
 * Returns the problems of the current routes, a sentence each, and their number. Wrong routes cannot be saved, but a
 * sender may have gone to another account since. Networks may also have been disabled or drained
 * (rules: routes that match nothing).
 */
export async function routeTroubles(db: Database, now: Date): Promise<{ problems: string[]; count: number }> {
  const [file, names, table] = await Promise.all([readRoutes(db), carrierNames(db), newestRoutes(db, now)]);
  const carriers = new Set([...names].flatMap(([id, name]) => (id === SIMULATOR_ID ? [] : [name])));
  const problems = routeProblems(file, { carriers, ...(await namedBy(db, file)) });
  if (file.routes.length === 0 && carriers.size > 0)
    problems.push("There is no route, so every message is refused.");
  const usable = new Set(
    [...names].flatMap(([id, name]) => (table.carriers.get(id)?.isUsable ? [name] : [])),
  );
  for (const [index, { targets }] of file.routes.entries())
    if (targets.length > 0 && !targets.some(({ carrier }) => usable.has(carrier)))
      problems.push(`Route ${index + 1}: all of its carriers are disabled or draining, so it leads nowhere.`);
  return { problems: problems.slice(0, MAX_TOLD), count: problems.length };
}
