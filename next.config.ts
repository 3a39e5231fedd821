import type { NextConfig } from "next";
import { SECURITY_HEADERS } from "@/lib/http/paths/security-headers";

/** The headers that the page in Outlook does not get: Outlook frames it and opens its windows (proxy.ts). */
const ALONE = ["X-Frame-Options", "Cross-Origin-Opener-Policy"];

const config: NextConfig = {
  poweredByHeader: false,
  // The process of the pages compresses them itself, after its changes (server/pages/next.ts).
  compress: false,
  reactStrictMode: true,
  // Native add-ons and packages that read their own files at run time stay outside the bundle.
  serverExternalPackages: [
    "@node-rs/argon2",
    "pg",
    "pino",
    "@prisma/client",
    "@prisma/adapter-pg",
    "mailauth",
    "@zone-eu/mailsplit",
    "libmime",
    "pdfkit",
  ],
  // `npm run check` checks all types; a start must not stop at an unfinished test.
  typescript: { ignoreBuildErrors: true },
  // A redirect would be taken for an answer, and would repeat the credentials of a query string in its headers.
  skipTrailingSlashRedirect: true,
  // Next's route that shrinks pictures writes the texts of strangers into the log. No picture here needs it.
  images: { unoptimized: true },
  // Next would otherwise search the folders above for lock files, and choose another root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  experimental: {
    // A page is loaded with its first request: only its first reader waits.
    preloadEntriesOnStart: false,
    turbopackFileSystemCacheForBuild: false,
    // Code that two pages share is written into one file, and not into a larger one for each of them.
    turbopackChunking: { requestCost: 10_000, minChunkSize: 15_000 },
    // Requests with a body go to route files, which proxy.ts does not see. It rejects bodies, and keeps none.
    proxyClientMaxBodySize: "64kb",
    // A link that is followed while the server is away waits for it, instead of leaving for the browser's error page.
    useOffline: true,
  },
  headers: async () => [
    { source: "/:path*", headers: SECURITY_HEADERS.filter(({ key }) => !ALONE.includes(key)) },
    {
      source: "/((?!mail-addin/taskpane$).*)",
      headers: SECURITY_HEADERS.filter(({ key }) => ALONE.includes(key)),
    },
    {
      // Samples are texts to read. Next knows no type for most of these names.
      source: "/samples/verify.:language(cs|go|mjs|php|py|rb|sh)",
      headers: [{ key: "Content-Type", value: "text/plain; charset=utf-8" }],
    },
  ],
  // Pages and routes read these files. A serverless build includes only the files that it is given.
  outputFileTracingIncludes: {
    "/docs/signatures": ["./public/samples/*"],
    "/docs/changelog": ["./CHANGELOG.md"],
    "/docs/search.json": ["./CHANGELOG.md"],
    "/api/members/\\[...path\\]": ["./app/fonts/*.ttf", "./app/fonts/names/*.{ttf,otf}"],
    "/docs/clients/gateway.*": ["./dist/clients/*"],
  },
  // Requests carry credentials in their query string; the development server's request log would print them.
  logging: { incomingRequests: false },
};

export default config;
