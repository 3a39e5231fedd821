"use client";

import { useSyncExternalStore } from "react";

const NZ_ZONE = "Pacific/Auckland";

const never = () => () => {};

/** Says that times are New Zealand's, to readers in another time zone. */
export function NzTimeNote() {
  const isElsewhere = useSyncExternalStore(never, isZoneOther, () => false);
  return isElsewhere ? <p className="col-span-2 text-xs text-muted">Times are NZ time.</p> : null;
}

function isZoneOther(): boolean {
  return Intl.DateTimeFormat().resolvedOptions().timeZone !== NZ_ZONE;
}
