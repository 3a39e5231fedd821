// A process that makes both builds, unless they are made: the tests run it beside those that need none.
import { bundle } from "./bundle.mjs";
import { build } from "./prepare.mjs";

await bundle();
await build();
