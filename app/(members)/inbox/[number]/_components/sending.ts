const PREFIX = "sending:";

/** What a message is known by while it is being sent, before it has an id. */
export function sendingId(key: string): string {
  return PREFIX + key;
}

/** Whether a message is still being sent. */
export function isSending(id: string): boolean {
  return id.startsWith(PREFIX);
}
