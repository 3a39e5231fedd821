import { env } from "@/lib/env";
import { buildDocument } from "@/lib/openapi/document";
import { type ReferenceGroup, readReference } from "@/lib/openapi/reference/reference";

/** Computed once: it depends only on a setting, and takes tens of milliseconds. */
let read: { simulated: boolean; groups: readonly ReferenceGroup[] } | undefined;

/**
 * Returns the reference of this server's API. The URLs of its samples begin with a path, because the host
 * depends on the reader.
 */
export function reference(): readonly ReferenceGroup[] {
  const simulated = env().carrier === "simulator";
  if (read?.simulated !== simulated) {
    read = { simulated, groups: readReference(buildDocument([], { simulated })) };
  }
  return read.groups;
}
