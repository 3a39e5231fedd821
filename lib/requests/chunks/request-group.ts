import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";
import type { RequestOutcome } from "@/lib/contracts/members/request-outcomes";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import { isId } from "@/lib/ids";

/** Requests of a chunk that only the filter of time distinguishes, and their number. */
export type RequestGroup = {
  method: string;
  path: string;
  status: number;
  outcome: RequestOutcome;
  code: ErrorCode | null;
  credential: CredentialKind;
  /** The id of the API key. */
  key: string | null;
  count: number;
};

/** A filter's condition on a group; empty for any group. */
export type AskedGroup = Partial<Pick<RequestGroup, "outcome" | "code" | "path" | "credential" | "key">>;

/** Returns the outcome of a request's status. */
export function outcomeOf(status: number): RequestOutcome {
  if (status < 400) return "succeeded";
  return status < 500 ? "refused" : "failed";
}

/** Returns the condition of a list's filter on a group, without the filter's times. */
export function askedGroup({ status, code, path, key }: ListRequestsRequest): AskedGroup {
  return {
    ...(status !== undefined && { outcome: status }),
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
    ...(key !== undefined && (isId(key) ? { key } : { credential: key as CredentialKind })),
  };
}

/** Returns whether a filter selects only refused or failed requests. */
export function asksForRefused({ status, code }: ListRequestsRequest): boolean {
  return code !== undefined || (status !== undefined && status !== "succeeded");
}

/** Returns whether a group matches a filter. */
export function isAsked(group: RequestGroup, asked: AskedGroup): boolean {
  return Object.entries(asked).every(([name, value]) => group[name as keyof AskedGroup] === value);
}
