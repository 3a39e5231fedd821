import { paginate } from "@/lib/contracts/base/pagination";
import type { UnsubscribesRequest, UnsubscribesResponse } from "@/lib/contracts/gateway/unsubscribes";
import type { Database } from "@/lib/db/client";
import { numberBeginning } from "@/lib/optouts/number-beginning";
import { queryUnsubscribes } from "@/lib/optouts/query-unsubscribes";

/** Lists an account's blocked numbers like the API, searched by the beginning of a number as people write it. */
export async function listBlocked(
  db: Database,
  accountId: number,
  asked: UnsubscribesRequest & { number?: string | undefined },
): Promise<Pick<UnsubscribesResponse, "numbers" | "pagination">> {
  const { number, ...request } = asked;
  const beginning = number === undefined ? undefined : numberBeginning(number);
  if (beginning === null) return { numbers: [], pagination: paginate(asked, 0) };
  const { numbers, pagination } = await queryUnsubscribes(db, accountId, { ...request, beginning });
  return { numbers, pagination };
}
