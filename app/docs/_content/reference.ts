import { env } from "@/lib/env";
import { buildDocument } from "@/lib/openapi/document";
import { type ReferenceGroup, readReference } from "@/lib/openapi/reference/reference";

/** Read once: it depends on nothing but a setting, and takes tens of milliseconds. */
let read: { simulated: boolean; groups: readonly ReferenceGroup[] } | undefined;

/** The reference of this server's API. The URLs of its samples begin with a path, since each reader has an own host. */
export function reference(): readonly ReferenceGroup[] {
  const simulated = env().carrier === "simulator";
  if (read?.simulated !== simulated) {
    read = { simulated, groups: readReference(buildDocument([], { simulated })) };
  }
  return read.groups;
}
