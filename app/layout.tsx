import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { mono, sans } from "@/app/fonts";

export const metadata: Metadata = {
  title: { default: "Messaging Gateway", template: "%s · Messaging Gateway" },
  description: "Send text messages over HTTP and track their delivery.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fafaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1412" },
  ],
};

/** Our own colours follow the system. The component library has to be told before anything is painted. */
const FOLLOW_SYSTEM = `(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
  follow();
  dark.addEventListener("change", follow);
})()`;

/**
 * The rule that the component library adds by itself once it runs, under this id. Added late, it would have the
 * browser read all style sheets again, swap in the fonts that came late, and move the page.
 */
const PRESSABLE = {
  id: "react-aria-pressable-style",
  rule: "@layer { [data-react-aria-pressable] { touch-action: pan-x pan-y pinch-zoom; } }",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // See proxy.ts: without the nonce no script of the page runs.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en-NZ" className={`${sans.variable} ${mono.variable}`} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of ours, that holds nothing from outside. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: FOLLOW_SYSTEM }} />
        <style id={PRESSABLE.id}>{PRESSABLE.rule}</style>
      </head>
      <body className="min-h-dvh">{children}</body>
    </html>
  );
}
