import { enterHeavy } from "@/lib/http/heavy-requests";

/**
 * Does the work of a request to so many recipients in a place that `enterHeavy` takes: for one whose answer is short.
 * @throws GatewayError as `enterHeavy` does; and whatever `work` throws.
 */
export async function withHeavyPlace<Result>(
  accountId: number,
  recipients: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { leave } = await enterHeavy(accountId, recipients);
  try {
    return await work();
  } finally {
    leave();
  }
}
