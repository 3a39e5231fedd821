import { inject, it } from "vitest";

/** A test that takes long or looks into the process. Next adds nothing to it: where Next answers the calls, it is left out. */
export const itByHandlers = it.skipIf(inject("server") !== "none");
