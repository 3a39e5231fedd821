const PREFIX = "sending:";

/** The id of a message that is being sent and has no id yet. */
export function sendingId(key: string): string {
  return PREFIX + key;
}

/** Whether a message is still being sent. */
export function isSending(id: string): boolean {
  return id.startsWith(PREFIX);
}
