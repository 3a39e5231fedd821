import localFont from "next/font/local";

/**
 * The typefaces: Geist's variable fonts with the letters of European languages written in Latin, Māori among them, and
 * what we write beside them. Others are drawn in the browser's own. A page that is drawn before one has arrived keeps its
 * fallback: swapped late, the lines would break elsewhere, and what somebody is about to press would move.
 */
export const sans = localFont({
  src: "./fonts/geist-sans.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "optional",
  fallback: ["system-ui", "sans-serif"],
});

export const mono = localFont({
  src: "./fonts/geist-mono.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: false,
  fallback: ["ui-monospace", "Menlo", "Consolas", "Liberation Mono", "monospace"],
});
