import { db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { GatheredChunks } from "@/lib/requests/chunks/gathered-chunks";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { writeChunks } from "@/lib/requests/chunks/write-chunks";

/** Returns a request as the log stores it: by default a successful send with a token. */
export function loggedRequest(changes: Partial<LoggedRequest> & { accountId: number }): LoggedRequest {
  return {
    requestId: newId(),
    at: new Date(),
    method: "POST",
    path: "/gateway/sms/out",
    status: 200,
    errorCode: null,
    error: null,
    durationMs: 3,
    credential: "token",
    apiKeyId: null,
    address: "203.0.113.7",
    parameters: '{"to":"64211234567"}',
    messageId: null,
    ...changes,
  };
}

/** Writes requests to the log as a process does that has used up its budget for rows. */
export async function writeInChunks(requests: readonly LoggedRequest[]): Promise<void> {
  const chunks = new GatheredChunks();
  for (const request of requests) chunks.add(request);
  const taken = chunks.take(true);
  await writeChunks(db(), taken, (error) => {
    throw error;
  });
  chunks.release(taken);
}
