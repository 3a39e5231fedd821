import { GatewayError } from "@/lib/errors";

/**
 * Returns the error for a path at which there is nothing: `not_found`, naming the path without its query string
 * (rules: unknown paths).
 */
export function nothingAt(path: string): GatewayError {
  return new GatewayError("not_found", `There is nothing at ${path.slice(0, 200)}.`);
}
