import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { namedPath } from "@/lib/http/paths/named-path";
import { isPublishedFile } from "@/lib/http/paths/published-files";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { nothingAt } from "@/lib/http/reply/nothing-at";

/** Paths that only programs request: a page would be no answer to them. */
const FOR_PROGRAMS = /^\/gateway|\.php$/i;

/**
 * The path at which Next would fetch and shrink pictures. There are none to shrink, and Next writes the requested
 * address into the log.
 */
const IMAGE_OPTIMISER = /^\/_next\/image$/;

/** The paths that the development server's own pages post to. */
const DEVELOPMENT = /^\/(__nextjs|_next\/(?!image$))/;

/**
 * Returns the reason why a page or a file cannot answer a request (rules: unknown paths), so that Next need not see
 * it. Returns null if one can, or if a route file answers.
 * @param path of the request in one piece, without its query string, in percent-encoding.
 * @returns `not_found`, or `method_not_allowed` with `Allow`.
 */
export function pageRefusal(method: string, path: string): GatewayError | null {
  if (isRoutePath(path)) return null;
  const asked = namedPath(path);
  const isForPrograms = FOR_PROGRAMS.test(asked) && !isPublishedFile(path);
  if (isForPrograms || IMAGE_OPTIMISER.test(asked)) return nothingAt(path);
  if (method === "GET" || method === "HEAD") return null;
  if (env().nodeEnv === "development" && DEVELOPMENT.test(asked)) return null;
  return new GatewayError("method_not_allowed", `${method} is not allowed here. Use GET, HEAD.`, {
    Allow: "GET, HEAD",
  });
}
