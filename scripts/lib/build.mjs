// A process that builds the application, unless it is built: the tests run it beside those that need no build.
import { build } from "./prepare.mjs";

await build();
