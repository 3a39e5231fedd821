import localFont from "next/font/local";

/**
 * The typefaces. A page that is drawn before one has arrived keeps its fallback: swapped late, the lines would
 * break elsewhere, and what somebody is about to press would move.
 */
export const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "optional",
  fallback: ["system-ui", "sans-serif"],
});

export const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: false,
  fallback: ["ui-monospace", "Menlo", "Consolas", "Liberation Mono", "monospace"],
});
