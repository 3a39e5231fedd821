import { expect, it } from "vitest";
import { fetchOf, type TriedRequest, tryRequest } from "@/app/docs/reference/_components/try";

const REQUEST: TriedRequest = {
  method: "POST",
  path: "/gateway/sms/out",
  query: "",
  body: '{"to":"64211234567"}',
  token: "",
  userId: "",
  password: "",
};

it("sends a body with credentials in it, or beside a token", () => {
  const { url, init } = fetchOf({ ...REQUEST, userId: "you@example.com", password: " a b " });
  expect(url).toBe("/gateway/sms/out");
  expect(JSON.parse(String(init.body))).toEqual({
    to: "64211234567",
    userId: "you@example.com",
    password: " a b ",
  });
  expect(fetchOf({ ...REQUEST, token: "t" }).init).toMatchObject({
    body: REQUEST.body,
    credentials: "omit",
    headers: { Authorization: "Bearer t", "Content-Type": "application/json" },
  });
});

it("has credentials in the query string where there is no body for them", () => {
  const { url, init } = fetchOf({
    ...REQUEST,
    method: "GET",
    body: null,
    query: "msisdn=1&x=a%26b",
    userId: "u&v",
  });
  expect(url).toBe("/gateway/sms/out?msisdn=1&x=a%26b&userId=u%26v&password=");
  expect(init).not.toHaveProperty("body");
});

it("says what is wrong with a body that is no JSON, and sends nothing", async () => {
  const { status } = await tryRequest({ ...REQUEST, body: "{" });
  expect(status).toBe("The request body isn’t valid JSON.");
});
