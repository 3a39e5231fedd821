import { afterEach, expect, it } from "vitest";
import { GET, POST } from "@/app/mail-addin/manifest.xml/route";
import { reloadEnv } from "@/lib/env";

afterEach(() => {
  delete process.env.APP_URL;
  reloadEnv();
});

const ask = (host: string) =>
  GET(new Request("http://127.0.0.1:3000/mail-addin/manifest.xml", { headers: { host } }));

it("is XML for anyone, with the address that was called", async () => {
  const response = await ask("sms.example.co.nz:8080");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("private, max-age=300");
  const xml = await response.text();
  expect(xml).toContain('<SourceLocation DefaultValue="http://sms.example.co.nz:8080/mail-addin/taskpane"/>');
});

it("has the address of the settings, whatever was called", async () => {
  process.env.APP_URL = "https://sms.example.co.nz/";
  reloadEnv();
  const response = await ask("elsewhere.example");
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  const xml = await response.text();
  expect(xml).toContain('DefaultValue="https://sms.example.co.nz/mail-addin/taskpane"');
  expect(xml).not.toContain("elsewhere");
});

it("is not sent again to who has it", async () => {
  const etag = (await ask("sms.example.co.nz")).headers.get("etag") ?? "";
  const again = (host: string) =>
    GET(
      new Request("http://127.0.0.1:3000/mail-addin/manifest.xml", {
        headers: { host, "if-none-match": etag },
      }),
    );
  expect((await again("sms.example.co.nz")).status).toBe(304);
  expect((await again("other.example.co.nz")).status).toBe(200);
});

it("takes no other method", async () => {
  const response = await POST(
    new Request("http://127.0.0.1:3000/mail-addin/manifest.xml", { method: "POST" }),
  );
  expect(response.status).toBe(405);
});
