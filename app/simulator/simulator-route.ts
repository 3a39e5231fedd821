import { env } from "@/lib/env";
import { type Endpoint, route } from "@/lib/http/handler";

/**
 * Returns the handlers of a route of the simulated network. They respond 404 while messages go to another
 * carrier (rules: simulator).
 */
export function simulatorRoute(offered: Partial<Record<"GET" | "POST", Endpoint>>): ReturnType<typeof route> {
  return route(offered, () => env().carrier === "simulator");
}
