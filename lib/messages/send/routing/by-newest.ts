import { areNewest } from "@/lib/carriers/route-table";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/** How often the carriers of a request are chosen where the routes change each time before it is accepted or refused. */
export const MAX_ROUTINGS = 5;

/** No carrier takes a message, by the routes of one version. */
export class NoRoute extends GatewayError {
  readonly routesVersion: number;

  constructor(sentence: string, routesVersion: number) {
    super("no_route", sentence);
    this.routesVersion = routesVersion;
  }
}

/** What a caller hears whose request was routed anew as often as may be. */
export function routesChanging(): GatewayError {
  return new GatewayError("unavailable", "The routes of this gateway are changing. Try again.", {
    "Retry-After": "1",
  });
}

/**
 * Does work that routes messages, and does it again where these were refused by routes that have changed since
 * (rules: routes). A refusal costs one look at how often they did: only what differs is read.
 * @param outdated the version of routes that is known to be an old one, if there is one.
 * @throws NoRoute by the newest routes alone.
 */
export async function refusedByNewest<Result>(
  db: Database,
  work: (outdated: number | null) => Promise<Result>,
  outdated: number | null,
): Promise<Result> {
  let old = outdated;
  for (let routings = 1; routings <= MAX_ROUTINGS; routings++) {
    try {
      return await work(old);
    } catch (error) {
      if (!(error instanceof NoRoute) || (await areNewest(db, error.routesVersion))) throw error;
      old = error.routesVersion;
    }
  }
  throw routesChanging();
}
