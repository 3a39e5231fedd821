const PREFIX = "sending:";

/** Returns the temporary ID of a message that is being sent. */
export function sendingId(key: string): string {
  return PREFIX + key;
}

/** Returns true if a message is still being sent. */
export function isSending(id: string): boolean {
  return id.startsWith(PREFIX);
}
