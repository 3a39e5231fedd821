/**
 * For every response, whoever serves it (rules: request targets); pages have a content security policy of their own,
 * see proxy.ts.
 */
export const SECURITY_HEADERS: readonly { key: string; value: string }[] = [
  // Data loads nothing and is framed by nobody, should a browser ever take it for a page.
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  // Browsers heed it only where they came by https.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];

/** The same by name, as Node writes headers. */
export const SECURITY: Readonly<Record<string, string>> = Object.fromEntries(
  SECURITY_HEADERS.map(({ key, value }) => [key, value]),
);
