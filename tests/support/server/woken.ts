import type { JobName } from "@/lib/db/wake";

/**
 * The jobs that a test file has woken. No job runs: the queue stays as acceptance wrote it, and the tests of
 * dispatch cover the rest.
 */
export const woken: JobName[] = [];
