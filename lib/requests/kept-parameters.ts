import { ignoredAmong } from "@/lib/contracts/base/ignored-parameters";
import type { Operation } from "@/lib/contracts/base/operation";
import type { RequestDetails } from "@/lib/contracts/members/requests";

/** No name of a parameter: under it stands what is not kept. */
const BESIDE = "…";

/** What stands for parameters that are not kept, as JSON. */
export const NOT_KEPT = JSON.stringify({ [BESIDE]: "not kept" });

/** What says how many parameters are not kept beside those that are, as an entry of JSON. */
export const omittedEntry = (count: number): string => `"${BESIDE}":${count}`;

/**
 * Returns the part of a request's parameters that the log keeps.
 * @param operation the request's; undefined for one that this version does not have.
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
