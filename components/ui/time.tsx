import type { ReactNode } from "react";

/**
 * An instant in a list, as the server wrote it, on one line.
 * @param none shown where there is no instant.
 */
export function Time({ at, none = null }: { at: string | null | undefined; none?: ReactNode }) {
  return at ? <time className="whitespace-nowrap tabular-nums">{at}</time> : none;
}
