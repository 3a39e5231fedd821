import { db } from "@/lib/db/client";
import { type PostResult, UNANSWERED, type WebhookClient } from "@/lib/webhooks/delivery/post";
import { WebhookPump } from "@/lib/webhooks/delivery/pump";

/** The secret that encrypts the signing secrets of a test. */
export const WEBHOOK_AUTH_SECRET = "the secret under which secrets are encrypted";

/** An attempt as a receiver of a test gets it. */
export type Post = {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number | undefined;
};

/**
 * Returns receivers of a test, which record their requests. A response reports a duration of 10 milliseconds.
 */
export function webhookReceivers(answer: (post: Post) => Partial<PostResult> | Promise<Partial<PostResult>>) {
  const posts: Post[] = [];
  const client: WebhookClient = {
    post: async (url, body, headers, { timeoutMs } = {}) => {
      const post = { url, body, headers, timeoutMs };
      posts.push(post);
      return { ...UNANSWERED, durationMs: 10, ...(await answer(post)) };
    },
    close: async () => {},
  };
  const pump = () => new WebhookPump(db(), { client, authSecret: WEBHOOK_AUTH_SECRET, random: () => 0 });
  return { posts, client, pump };
}

/** Ticks at an instant until all attempts that begin then are recorded. */
export async function workOffWebhooks(pump: WebhookPump, at: Date): Promise<void> {
  do {
    await pump.tick(at);
    await new Promise(setImmediate);
  } while (!pump.isIdle);
}
