import { env } from "@/lib/env";
import { type Endpoint, route } from "@/lib/http/handler";

/**
 * The handlers of a route of the simulated network; while messages go to any other carrier there is nothing there
 * (rules: simulator).
 */
export function simulatorRoute(offered: Partial<Record<"GET" | "POST", Endpoint>>): ReturnType<typeof route> {
  return route(offered, () => env().carrier === "simulator");
}
