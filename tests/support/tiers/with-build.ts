import { bundle } from "@/scripts/lib/bundle.mjs";
import { build } from "@/scripts/lib/prepare.mjs";

/**
 * Runs once for each project whose tests start commands and servers as deployed. Makes both builds if they
 * are missing.
 */
export async function setup(): Promise<void> {
  await bundle();
  await build();
}
