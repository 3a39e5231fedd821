import { inject, it } from "vitest";

/**
 * A test that takes long or looks into the process. It is skipped if Next answers the calls, because Next
 * adds nothing to it.
 */
export const itByHandlers = it.skipIf(inject("server") !== "none");
