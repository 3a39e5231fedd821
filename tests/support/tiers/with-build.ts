import { bundle } from "@/scripts/lib/bundle.mjs";
import { build } from "@/scripts/lib/prepare.mjs";

/** Once for each project whose tests start commands and servers as they are deployed: makes both builds, unless they are made. */
export async function setup(): Promise<void> {
  await bundle();
  await build();
}
