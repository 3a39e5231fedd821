import localFont from "next/font/local";

/**
 * The fonts: Geist's variable fonts with the letters of European languages in Latin script, including Māori,
 * and our punctuation. The browser's own fonts draw other characters. A page that is drawn before a font
 * arrives keeps the fallback font: a late swap would move lines, and with them the buttons under a pointer.
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
