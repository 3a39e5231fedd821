/** The languages of the samples, in the order of their tabs. */
export const LANGUAGES = [
  { id: "curl", title: "curl" },
  { id: "node", title: "Node" },
  { id: "python", title: "Python" },
  { id: "php", title: "PHP" },
  { id: "csharp", title: "C#" },
  { id: "go", title: "Go" },
  { id: "ruby", title: "Ruby" },
] as const;

export type Language = (typeof LANGUAGES)[number]["id"];

/** The cookie with a browser's choice of a language. */
export const LANGUAGE_COOKIE = "language";

/** Returns a language by its id. Any other text means the first. */
export function toLanguage(id: string | undefined): Language {
  return LANGUAGES.find((language) => language.id === id)?.id ?? "curl";
}
