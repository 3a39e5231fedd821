import type { ReactNode } from "react";
import { readerEmail, readerLanguage } from "@/app/docs/_content/reader";
import { DocsHeader } from "@/components/docs/docs-header";
import { LanguageProvider } from "@/components/docs/language-choice";
import { SiteFooter } from "@/components/docs/site-footer";

/**
 * Draws the frame of all documentation: its header, and the language of samples that this browser has chosen.
 */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <LanguageProvider initial={await readerLanguage()}>
      <div className="flex min-h-dvh flex-col">
        <DocsHeader isSignedIn={(await readerEmail()) !== null} />
        <div className="grow">{children}</div>
        <SiteFooter />
      </div>
    </LanguageProvider>
  );
}
