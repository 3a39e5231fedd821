/**
 * The answer to a request that may have been made before: a repeat gets the first response as it was, byte for
 * byte, with `Idempotent-Replay: true` (decisions "Sending").
 */
export function answerOnce(
  result: { kind: "answer"; response: object } | { kind: "replay"; response: string },
): Response | object {
  if (result.kind === "answer") return result.response;
  return new Response(result.response, {
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", "Idempotent-Replay": "true" },
  });
}
