// This process makes both builds if needed. The tests run it beside those that need no build.
import { bundle } from "./bundle.mjs";
import { build } from "./prepare.mjs";

await bundle();
await build();
