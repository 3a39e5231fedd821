import { areNewest } from "@/lib/carriers/route-table";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";

/**
 * The most times that the carriers of a request are chosen, if the routes change each time before it is accepted or
 * refused.
 */
export const MAX_ROUTINGS = 5;

/** An error for a message that no carrier takes by the routes of one version. */
export class NoRoute extends GatewayError {
  readonly routesVersion: number;

  constructor(sentence: string, routesVersion: number) {
    super("no_route", sentence);
    this.routesVersion = routesVersion;
  }
}

/** Returns the error for a request that was routed the most times. */
export function routesChanging(): GatewayError {
  return new GatewayError("unavailable", "The routes of this gateway are changing. Try again.", {
    "Retry-After": "1",
  });
}

/**
 * Runs work that routes messages, and repeats it if old routes refused the messages (rules: routes). A refusal costs
 * one look-up of the routes' version: only changed routes are read again.
 * @param outdated a version of routes that is known to be old, if there is one.
 * @throws NoRoute by the newest routes only.
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
