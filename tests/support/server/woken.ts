import type { JobName } from "@/lib/db/wake";

/**
 * The jobs that a test file has woken. None runs: the queue is left as acceptance wrote it, and what the carrier makes of
 * it is tested with dispatch.
 */
export const woken: JobName[] = [];
