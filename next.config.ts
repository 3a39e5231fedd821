import type { NextConfig } from "next";

/** For every response; pages have a content security policy beside them, see proxy.ts. */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  // Browsers heed it only where they came by https.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native add-ons and packages that read their own files at run time stay outside the bundle.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
  // `npm run check` checks all types; a start must not stop at a test that somebody is still writing.
  typescript: { ignoreBuildErrors: true },
  // A redirect would be taken for an answer, and would repeat the credentials of a query string in its headers.
  skipTrailingSlashRedirect: true,
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
  // The page that shows the samples reads them; a serverless build takes along what it is told of.
  outputFileTracingIncludes: { "/docs/signatures": ["./public/samples/*"] },
  // Requests carry credentials in their query string; the development server's request log would print them.
  logging: { incomingRequests: false },
};

export default config;
