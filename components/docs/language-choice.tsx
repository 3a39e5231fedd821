"use client";

import { createContext, type ReactNode, useContext, useId, useState } from "react";
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from "@/lib/contracts/samples/language-names";

/** The lifetime of the cookie with the choice, in seconds: a year. */
const MAX_AGE_SECONDS = 31_536_000;

const Chosen = createContext<[Language, (language: Language) => void]>(["curl", () => {}]);

/**
 * Keeps the language of all samples within it.
 * @param initial the language that this browser chose earlier.
 */
export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setLanguage] = useState(initial);
  const choose = (chosen: Language) => {
    setLanguage(chosen);
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser that is served.
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`;
  };
  return <Chosen value={[language, choose]}>{children}</Chosen>;
}

/**
 * Draws the tabs of a sample. They are radio buttons, so that a style sheet can show the chosen sample without
 * a script.
 * @param curl the title of the first tab.
 */
export function LanguageChoice({ curl = "curl" }: { curl?: string }) {
  const [chosen, choose] = useContext(Chosen);
  const name = useId();
  return (
    <fieldset aria-label="Language" className="-ml-2 flex min-w-0 overflow-x-auto [scrollbar-width:none]">
      {LANGUAGES.map(({ id, title }) => (
        <label
          key={id}
          className="relative inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center rounded-lg px-2 text-xs text-muted hover:text-ink has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-accent lg:min-h-8"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === chosen}
            onChange={() => choose(id)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {id === "curl" ? curl : title}
        </label>
      ))}
    </fieldset>
  );
}
