import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { mono, sans } from "@/app/fonts";
import { HOLD_EARLY_FORMS } from "@/components/controls/early-forms";
import { PAGE_COLOURS, SHOW_THEME, THEME_COOKIE, type Theme, toTheme } from "@/components/shell/theme";

export const metadata: Metadata = {
  title: { default: "Messaging Gateway", template: "%s · Messaging Gateway" },
  description: "Send text messages over HTTP and track their delivery.",
};

export async function generateViewport(): Promise<Viewport> {
  const theme = await readTheme();
  const shownIn = (system: "light" | "dark") => ({
    media: `(prefers-color-scheme: ${system})`,
    color: PAGE_COLOURS[theme === "system" ? system : theme],
  });
  return { themeColor: [shownIn("light"), shownIn("dark")] };
}

/** Returns the theme that the reader's browser has chosen. */
async function readTheme(): Promise<Theme> {
  return toTheme((await cookies()).get(THEME_COOKIE)?.value);
}

/**
 * The rule that the component library adds with this id when it starts. A late rule would make the browser
 * apply all style sheets again, swap in late fonts, and move the page.
 */
const PRESSABLE = {
  id: "react-aria-pressable-style",
  rule: "@layer { [data-react-aria-pressable] { touch-action: pan-x pan-y pinch-zoom; } }",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Without the nonce no script of the page runs: see proxy.ts.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html
      lang="en-NZ"
      className={`${sans.variable} ${mono.variable}`}
      data-theme-choice={await readTheme()}
      suppressHydrationWarning
    >
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours, that holds nothing from outside. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${SHOW_THEME};${HOLD_EARLY_FORMS}` }} />
        <style id={PRESSABLE.id}>{PRESSABLE.rule}</style>
      </head>
      <body className="min-h-dvh">{children}</body>
    </html>
  );
}
