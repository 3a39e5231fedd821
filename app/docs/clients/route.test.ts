import { afterEach, describe, expect, it } from "vitest";
import * as python from "@/app/docs/clients/gateway.py/route";
import * as typescript from "@/app/docs/clients/gateway.ts/route";
import { reloadEnv } from "@/lib/env";

const SETTINGS = ["APP_URL", "TRUST_PROXY"] as const;

afterEach(() => {
  for (const name of SETTINGS) delete process.env[name];
  reloadEnv();
});

const FILES = [
  { file: "gateway.ts", type: "text/plain; charset=utf-8", route: typescript, named: "export const " },
  { file: "gateway.py", type: "text/x-python; charset=utf-8", route: python, named: "" },
];

describe.each(FILES)("/docs/clients/$file", ({ file, type, route, named }) => {
  const ask = (headers: Record<string, string> = {}) =>
    route.GET(new Request(`http://127.0.0.1:3000/docs/clients/${file}`, { headers }));

  it("is a file to save, for anyone, for a short while", async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": type,
      "content-disposition": `attachment; filename="${file}"`,
      // The response contains the requested host, so shared caches must not store it.
      "cache-control": "private, max-age=300",
      "x-request-id": expect.any(String),
    });
  });

  it("calls the address that it was downloaded from, or the one of the settings", async () => {
    const line = (address: string) => `\n${named}DEFAULT_BASE_URL = "${address}"`;
    const host = { host: "sms.example.co.nz:8080" };
    expect(await (await ask(host)).text()).toContain(line("http://sms.example.co.nz:8080"));
    expect(await (await ask({ host: 'a"; evil()' })).text()).toContain(line("http://127.0.0.1:3000"));
    Object.assign(process.env, { APP_URL: "https://sms.example.co.nz" });
    reloadEnv();
    const response = await ask({ host: "elsewhere.example" });
    expect(await response.text()).toContain(line("https://sms.example.co.nz"));
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  });

  it("takes no other method", async () => {
    const refused = await route.POST(new Request("http://127.0.0.1:3000/", { method: "POST" }));
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
