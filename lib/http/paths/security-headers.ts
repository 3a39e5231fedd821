/**
 * The headers of every response, from any server (rules: request targets). Pages have a content security policy of
 * their own, see proxy.ts.
 */
export const SECURITY_HEADERS: readonly { key: string; value: string }[] = [
  // If a browser ever showed data as a page, that page could load nothing and be framed by no other.
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  // Browsers obey it only on pages that they loaded by https.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];

/** The same headers by name, as Node writes them. */
export const SECURITY: Readonly<Record<string, string>> = Object.fromEntries(
  SECURITY_HEADERS.map(({ key, value }) => [key, value]),
);
