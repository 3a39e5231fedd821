/** The values of `command_status` that the codec and the session use. */
export const STATUS = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  invalidBindStatus: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  temporaryError: 0x64,
  invalidTlvs: 0xc0,
} as const;

/** Returns a `command_status` as people write it, such as `0x00000058`. */
export function formatStatus(status: number): string {
  return `0x${status.toString(16).toUpperCase().padStart(8, "0")}`;
}
