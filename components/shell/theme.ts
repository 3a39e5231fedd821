/** The colour schemes of a browser. The first follows the system. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** The cookie that keeps the choice in this browser. */
export const THEME_COOKIE = "theme";

/** The lifetime of the cookie, in seconds: a year. */
const THEME_MAX_AGE_SECONDS = 31_536_000;

/** The colour that a browser paints around the page: the page's background. */
export const PAGE_COLOURS = { light: "#fafaf7", dark: "#0e1412" } as const;

const DARK = "(prefers-color-scheme: dark)";

/** Returns the theme with a name, or the system's theme for any other text. */
export function toTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}

/**
 * Runs in every page before the first paint, because the component library needs to know the shown theme. The
 * server writes the choice on the root element.
 */
export const SHOW_THEME = `(() => {
  const root = document.documentElement;
  const dark = matchMedia("${DARK}");
  const show = () => {
    const chosen = root.dataset.themeChoice;
    root.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
  };
  show();
  dark.addEventListener("change", show);
})()`;

/** Returns the theme that this browser chose. */
export function chosenTheme(): Theme {
  return toTheme(document.documentElement.dataset.themeChoice);
}

/** Shows a theme at once and keeps it in this browser. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  const shown = theme === "system" ? (matchMedia(DARK).matches ? "dark" : "light") : theme;
  dataset.themeChoice = theme;
  dataset.theme = shown;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const system = meta.media === DARK ? "dark" : "light";
    meta.content = PAGE_COLOURS[theme === "system" ? system : shown];
  }
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser that is served.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${THEME_MAX_AGE_SECONDS}; SameSite=Lax${secure}`;
}

/**
 * Calls the listener when the chosen or the shown theme changes. Returns a function that removes the
 * listener.
 */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-theme-choice"] });
  return () => observer.disconnect();
}
