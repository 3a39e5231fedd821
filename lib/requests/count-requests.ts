import { MAX_COUNTED, type RowCount } from "@/lib/contracts/members/cursor";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import type { Queryable } from "@/lib/db/client";
import { readCounted } from "@/lib/db/counted";
import { askedRequests } from "@/lib/requests/chunk-requests";
import { type CountedChunk, countChunksStatement } from "@/lib/requests/chunks/read-chunks.sql";
import { countRequestsStatement } from "@/lib/requests/list-requests.sql";

/** The most chunks that are expanded to count their requests within a time. */
const EXPANDED = 10;

/**
 * Counts the requests of an account that match a filter, among the newest rows and chunks. Chunks store the numbers
 * of their groups. Only chunks that extend beyond the filter's times are expanded.
 */
export async function countRequests(
  db: Queryable,
  accountId: number,
  asked: ListRequestsRequest,
): Promise<RowCount> {
  // The reads are sequential, because another connection reads the page meanwhile.
  const rows = await readCounted(db, countRequestsStatement(accountId, asked));
  const chunks = await db.query<CountedChunk>(countChunksStatement(accountId, asked));
  let { count } = rows;
  let isMore = rows.isMore || chunks.length > MAX_COUNTED;
  const { start, end } = asked;
  const partly: CountedChunk[] = [];
  for (const chunk of chunks) {
    const isWhole = (!start || chunk.firstAt >= start) && (!end || chunk.lastAt <= end);
    if (isWhole) count += chunk.count;
    else if (chunk.count > 0) partly.push(chunk);
  }
  for (const [nth, { id }] of partly.entries()) {
    if (count > MAX_COUNTED || nth === EXPANDED) {
      isMore = true;
      break;
    }
    count += (await askedRequests(db, accountId, id, asked)).length;
  }
  return { count: Math.min(count, MAX_COUNTED), isMore: isMore || count > MAX_COUNTED };
}
