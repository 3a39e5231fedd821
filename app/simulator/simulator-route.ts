import { env } from "@/lib/env";
import { METHODS, route, unknownPath } from "@/lib/http/handler";

/** The handlers of a route of the simulated network; while messages go to any other carrier there is nothing there. */
export function simulatorRoute(offered: Parameters<typeof route>[0]): ReturnType<typeof route> {
  const [present, absent] = [route(offered), unknownPath()];
  const handlers = METHODS.map((method) => [
    method,
    (request: Request) => (env().carrier === "simulator" ? present : absent)[method](request),
  ]);
  return Object.fromEntries(handlers) as ReturnType<typeof route>;
}
