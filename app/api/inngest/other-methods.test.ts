import { expect, it } from "vitest";
import { DELETE, OPTIONS, PATCH } from "@/app/api/inngest/route";

it.each(Object.entries({ PATCH, DELETE, OPTIONS }))(
  "%s is answered as the API answers",
  async (method, handle) => {
    const response = await handle(new Request("http://gateway.test/api/inngest", { method }));
    expect(response.status).toBe(404);
    expect(response.headers.get("x-request-id")).not.toBeNull();
    expect(await response.json()).toMatchObject({ success: false, code: "not_found" });
  },
);
