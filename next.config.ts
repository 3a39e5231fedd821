import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native add-ons and packages that read their own files at run time stay outside the bundle.
  serverExternalPackages: ["@node-rs/argon2", "pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
  // `npm run check` checks all types; a start must not stop at a test that somebody is still writing.
  typescript: { ignoreBuildErrors: true },
  // A redirect would be taken for an answer, and would repeat the credentials of a query string in its headers.
  skipTrailingSlashRedirect: true,
  // Requests carry credentials in their query string; the development server's request log would print them.
  logging: { incomingRequests: false },
};

export default config;
