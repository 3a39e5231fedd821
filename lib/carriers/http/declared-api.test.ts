import { expect, it } from "vitest";
import { declaredApi } from "@/lib/carriers/http/declared-api";

const withHeader = (value: string) => ({
  request: {
    method: "POST",
    url: "https://sms.example.com/send",
    headers: { "X-Message": value },
    encoding: "json",
    fields: { to: "{msisdn}", body: "{text}" },
  },
  success: { statuses: [200] },
  reference: "/id",
});

it("takes no header with the text of a message, which may have new lines", () => {
  expect(declaredApi.safeParse(withHeader("{id}")).success).toBe(true);
  const refused = declaredApi.safeParse(withHeader("new: {text}"));
  expect(refused.error?.issues).toMatchObject([
    { path: ["request", "headers", "X-Message"], message: "may not name text, which no header can carry" },
  ]);
});
