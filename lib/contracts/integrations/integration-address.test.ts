import { execFileSync } from "node:child_process";
import { describe, expect, it, test } from "vitest";
import { type Access, addressOf, curlOf } from "@/lib/contracts/integrations/integration-address";
import { INTEGRATION_KINDS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

const SECRET = "isk_abc-_123";
const access = (kind: IntegrationKind): Access => ({
  kind,
  baseUrl: "https://sms.example.co.nz",
  custId: 7,
  shortcodeId: 12,
});

describe("the address of an integration", () => {
  test.each([
    ["crm_a", "/crm-a/workflow.php?cust_id=7&shortcode_id=12&key=isk_abc-_123"],
    ["crm_b", "/crm-b/workflow.php?cust_id=7&shortcode_id=12&secret=isk_abc-_123"],
    ["automation", "/automation/webhook.php?cust_id=7&shortcode_id=12&key=isk_abc-_123"],
    ["storefront", "/storefront/webhook.php?cust_id=7&shortcode_id=12&key=isk_abc-_123"],
    ["crm_c", "/crm-c/send.php"],
    ["mail_addin", "/mail-addin/send.php"],
  ] as const)("of %s has all parameters that its operation wants", (kind, path) => {
    expect(addressOf(access(kind), SECRET)).toBe(`https://sms.example.co.nz${path}`);
  });

  it("is none where emails come in", () => {
    expect(addressOf(access("email_to_sms"), SECRET)).toBeNull();
    expect(curlOf(access("email_to_sms"), SECRET, "")).toBeNull();
  });
});

describe("the command that tries it", () => {
  /** Returns the words of a command in a shell. */
  const words = (command: string) =>
    execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" })
      .split("\0")
      .slice(0, -1);

  test.each(INTEGRATION_KINDS.filter((kind) => kind !== "email_to_sms"))("is one command for %s", (kind) => {
    const [program, address, ...rest] = words(curlOf(access(kind), SECRET, "+64 21 123 4567") ?? "");
    expect([program, address]).toEqual(["curl", addressOf(access(kind), SECRET)]);
    expect(rest.slice(0, 2)).toEqual(["-H", "Content-Type: application/json"]);
    const body = rest.at(-1) ?? "";
    expect(JSON.parse(body)).toBeTypeOf("object");
    expect(body).toContain("+64 21 123 4567");
    expect(rest.join("\n").includes(`Bearer ${SECRET}`)).toBe(kind === "mail_addin");
    expect(body.includes(SECRET)).toBe(kind === "crm_c");
  });

  it("lets nothing that is typed as a number out of its quotes, and sends to nobody without one", () => {
    const command = curlOf(access("automation"), SECRET, "021'; reboot; '") ?? "";
    expect(JSON.parse(words(command).at(-1) ?? "")).toMatchObject({ to: "021" });
    const none = curlOf(access("automation"), SECRET, " ") ?? "";
    expect(JSON.parse(words(none).at(-1) ?? "")).toMatchObject({ to: "YOUR-NUMBER" });
  });
});
