import { inject, it } from "vitest";

/**
 * A test that takes long or looks into the process, of what no server adds to: where a server answers the calls, it is left
 * out.
 */
export const itByHandlers = it.skipIf(inject("server") !== "none");
