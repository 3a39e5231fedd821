import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { namedPath } from "@/lib/http/paths/named-path";
import { isPublishedFile } from "@/lib/http/paths/published-files";
import { isRoutePath } from "@/lib/http/paths/route-paths";
import { nothingAt } from "@/lib/http/reply/nothing-at";

/** What only a program asks for: a page would be no answer to it. */
const FOR_PROGRAMS = /^\/gateway|\.php$/i;

/** Where Next would fetch and shrink pictures; there are none to shrink, and it writes what it is asked into the log. */
const IMAGE_OPTIMISER = /^\/_next\/image$/;

/** What the development server's own pages post to. */
const DEVELOPMENT = /^\/(__nextjs|_next\/(?!image$))/;

/**
 * Why a request cannot be answered by a page or a file (rules: unknown paths), so that Next need not see it; null where
 * it can, or where a route file answers for itself.
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
