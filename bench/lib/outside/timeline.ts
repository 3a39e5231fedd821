/**
 * The events outside of the server, by the machine's clock. A message is known to the network by the number
 * in its text, and to its account's receiver by `key`: its id, or its number if Kannel reports.
 */
export type Timeline = {
  submissions: [number: string, atMs: number][];
  receipts: [number: string, status: string, dueAtMs: number][];
  webhooks: [key: string, status: string, atMs: number][];
};
