import type { CredentialKind } from "@/lib/contracts/base/credential-kind";
import type { ErrorCode } from "@/lib/contracts/base/error";
import type { RequestOutcome } from "@/lib/contracts/members/request-outcomes";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import { isId } from "@/lib/ids";

/** Requests of a chunk that no filter but time tells apart, and how many they are. */
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

/** What a filter asks of a group; empty for any. */
export type AskedGroup = Partial<Pick<RequestGroup, "outcome" | "code" | "path" | "credential" | "key">>;

/** How a request ended. */
export function outcomeOf(status: number): RequestOutcome {
  if (status < 400) return "succeeded";
  return status < 500 ? "refused" : "failed";
}

/** What a filter of the list asks of a group, whatever it asks of time. */
export function askedGroup({ status, code, path, key }: ListRequestsRequest): AskedGroup {
  return {
    ...(status !== undefined && { outcome: status }),
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
    ...(key !== undefined && (isId(key) ? { key } : { credential: key as CredentialKind })),
  };
}

/** Whether a filter asks for what was refused or failed alone. */
export function asksForRefused({ status, code }: ListRequestsRequest): boolean {
  return code !== undefined || (status !== undefined && status !== "succeeded");
}

/** Whether the requests of a group are asked for. */
export function isAsked(group: RequestGroup, asked: AskedGroup): boolean {
  return Object.entries(asked).every(([name, value]) => group[name as keyof AskedGroup] === value);
}
