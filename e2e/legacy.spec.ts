import http from "node:http";
import { expect } from "@playwright/test";
import { ACCOUNT } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

/** Calls this server under another host name, as a load balancer with two names does. */
function get(path: string, host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, process.env.E2E_BASE_URL);
    http
      .get(url, { headers: { host } }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode, text }));
      })
      .on("error", reject);
  });
}

test("the legacy endpoint sends under the legacy host name too, and nothing is redirected", async () => {
  const query = new URLSearchParams({
    username: ACCOUNT.email,
    password: ACCOUNT.password,
    cellnum: "64211234567",
    message: "Kia ora",
  });
  const sent = await get(`/send.php?${query}`, "old.example.com");
  expect(sent).toMatchObject({ status: 200, text: expect.stringMatching(/^SUCCESS:[0-9a-f-]{36}$/) });
  const refused = await get("/send.php?username=nobody&password=x&cellnum=1&message=x", "old.example.com");
  expect(refused).toMatchObject({ status: 401, text: expect.stringMatching(/^ERROR:/) });
});
