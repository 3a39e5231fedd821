import { describe, expect, it } from "vitest";
import { GatewayError } from "@/lib/errors";
import { isPrivateHost, MAX_URL_CHARACTERS, parseWebhookUrl } from "@/lib/webhooks/delivery/url";

const NONE: ReadonlySet<string> = new Set();

function refusal(text: string, privateHosts = NONE): string {
  try {
    return `taken as ${parseWebhookUrl(text, privateHosts, "url").href}`;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== "invalid_parameter") throw error;
    return error.message;
  }
}

describe("parseWebhookUrl takes", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTPS://Example.COM/Hook?a=1&b=%20", "https://example.com/Hook?a=1&b=%20"],
    ["  https://example.com/hook\n", "https://example.com/hook"],
    ["https://example.com:443/", "https://example.com/"],
    ["https://example.com:1/", "https://example.com:1/"],
    ["https://example.com:65535/", "https://example.com:65535/"],
    ["https://example.com/hook#part", "https://example.com/hook"],
    ["https://example.com./", "https://example.com./"],
    ["https://my_hooks.example.com/", "https://my_hooks.example.com/"],
    ["https://a--b.example.co.nz/", "https://a--b.example.co.nz/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://internal.example.com/", "https://internal.example.com/"],
    ["https://mylocalhost.com/", "https://mylocalhost.com/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://134744072/", "https://8.8.8.8/"],
    ["https://[2606:4700:4700::1111]:8443/", "https://[2606:4700:4700::1111]:8443/"],
    ["https://[::ffff:8.8.8.8]/", "https://[::ffff:808:808]/"],
  ])("%s", (text, href) => {
    expect(parseWebhookUrl(text, NONE, "url").href).toBe(href);
  });

  it("a URL of the greatest length, and not one character more", () => {
    const longest = `https://example.com/${"a".repeat(MAX_URL_CHARACTERS - 20)}`;
    expect(parseWebhookUrl(longest, NONE, "url").href).toBe(longest);
    expect(refusal(`${longest}a`)).toBe("Parameter 'url' must have at most 2048 characters.");
    expect(refusal(`https://example.com/${"ü".repeat(1000)}`)).toContain("at most 2048 characters");
  });
});

describe("parseWebhookUrl refuses", () => {
  it.each([
    "",
    "example.com/hook",
    "//example.com/hook",
    "/hook",
    "https://",
    "https:///hook",
    "https:example.com",
    "https:/example.com",
    "https:\\\\example.com",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "https://exa mple.com/",
    "https://exa\nmple.com/",
    "https://example.com/a\tb",
    "https://example.com/a b",
    "https://example.com:65536/",
    "https://example.com:x/",
    "https://[::1/",
    "https://[fe80::1%25eth0]/",
    "https://256.256.256.256/",
    "https://1.2.3.4.5/",
    "https://exa%00mple.com/",
  ])("what is no web URL: '%s'", (text) => {
    expect(refusal(text)).toBe("Parameter 'url' must be a whole URL, such as https://example.com/messages.");
  });

  it.each(["http://example.com/", "http://localhost/", "HTTP://8.8.8.8/"])("plain http: %s", (text) => {
    expect(refusal(text)).toBe("Parameter 'url' must start with https://.");
  });

  it.each(["https://user:pass@example.com/", "https://user@example.com/", "https://:pass@example.com/"])(
    "credentials: %s",
    (text) => {
      expect(refusal(text)).toBe("Parameter 'url' must not carry a user name or password.");
    },
  );

  it("port 0", () => {
    expect(refusal("https://example.com:0/")).toBe("Parameter 'url' must have a port from 1 to 65535.");
  });

  it.each([
    "localhost",
    "localhost.",
    "LOCALHOST",
    "localhost:8443",
    "a.localhost",
    "a.b.localhost.",
    "printer.local",
    "printer.local.",
    "metadata.google.internal",
    "metadata.google.internal.",
    "router.home.arpa",
    "home.arpa",
    "localhost.localdomain",
    "intranet",
    "intranet.",
    "com",
    "example..com",
    "example.com..",
    ".example.com",
    "-a.example.com",
    "a-.example.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(125)}example.com`,
    "a*b.example.com",
    "exa,mple.com",
  ])("a name that is not public: %s", (host) => {
    expect(refusal(`https://${host}/`)).toBe("Parameter 'url' must name a host on the public Internet.");
  });

  it.each([
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0x7F.0.0.0x1",
    "0177.0.0.1",
    "0177.1",
    "017700000001",
    "%31%32%37.0.0.1",
    "１２７.0.0.1",
    "①②⑦.0.0.1",
    "127。0。0。1",
    "0",
    "0.0.0.0",
    "10.1.2.3",
    "167838211",
    "0xa9fea9fe",
    "169.254.169.254",
    "0251.0376.0251.0376",
    "172.16.0.1",
    "192.168.1.1",
    "192.168.257",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "4294967295",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[100::1]",
    "[ff02::1]",
    "[2001:db8::1]",
  ])("an address that is not public, however it is spelt: %s", (host) => {
    const text = "Parameter 'url' must name a host on the public Internet.";
    expect(refusal(`https://${host}/`)).toBe(text);
    expect(refusal(`https://${host}:8443/hook`)).toBe(text);
  });

  it("with the name of the parameter that it was given as", () => {
    expect(() => parseWebhookUrl("https://10.0.0.1/", NONE, "webhook_url")).toThrow(
      "Parameter 'webhook_url' must name a host on the public Internet.",
    );
  });
});

describe("receivers that may be private", () => {
  const listed = new Set(["localhost:8080", "receiver:443", "10.0.0.5:9000", "[::1]:8443"]);

  it.each([
    "http://localhost:8080/hook",
    "https://LOCALHOST:8080/hook",
    "https://receiver/hook",
    "https://10.0.0.5:9000/",
    "http://0xa.0.0.5:9000/",
    "https://[::1]:8443/",
  ])("are taken: %s", (text) => {
    expect(isPrivateHost(parseWebhookUrl(text, listed, "url"), listed)).toBe(true);
  });

  it.each([
    "https://localhost/",
    "https://localhost:8081/",
    "https://localhost.:8080/",
    "http://receiver/",
    "https://a.localhost:8080/",
    "https://10.0.0.5/",
    "https://user@localhost:8080/",
    "ftp://localhost:8080/",
    "http://example.com:8080/",
  ])("are no others: %s", (text) => {
    expect(refusal(text, listed)).toMatch(/^Parameter 'url' must /);
  });
});
