const NS_PER_MS = 1e6;

/** Returns milliseconds of the system's monotonic clock, which all processes of a machine share. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS;
}
