import { ignoredAmong } from "@/lib/contracts/base/ignored-parameters";
import type { Operation } from "@/lib/contracts/base/operation";
import type { RequestDetails } from "@/lib/contracts/members/requests";

/** The key of the note on parameters that are not stored. No parameter has this name. */
const BESIDE = "…";

/** The JSON in place of parameters that are not stored. */
export const NOT_KEPT = JSON.stringify({ [BESIDE]: "not kept" });

/** Returns the JSON entry with the number of parameters that are not stored. */
export const omittedEntry = (count: number): string => `"${BESIDE}":${count}`;

/**
 * Returns the stored part of a request's parameters.
 * @param operation the request's; undefined for an operation that this version lacks.
 */
export function readKept(
  json: string,
  operation?: Pick<Operation, "logged" | "callers">,
): Pick<RequestDetails, "parameters" | "omitted"> {
  const { [BESIDE]: beside, ...kept } = JSON.parse(json) as Record<string, unknown>;
  if (json === NOT_KEPT) return { parameters: null, omitted: 0 };
  const ignored = operation ? ignoredAmong(operation, Object.keys(kept)) : [];
  const parameters = Object.entries(kept).map(([name, value]) => ({
    name,
    value: [value].flat().join(", "),
    isIgnored: ignored.includes(name),
  }));
  return { parameters, omitted: typeof beside === "number" ? beside : 0 };
}
