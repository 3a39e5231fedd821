/** The colours that somebody may choose for this browser; the first follows the system. */
export const THEMES = ["system", "light", "dark"] as const;

export type Theme = (typeof THEMES)[number];

/** The cookie that keeps the choice in this browser. */
export const THEME_COOKIE = "theme";

/** How long a browser keeps it, in seconds: a year. */
const THEME_MAX_AGE_SECONDS = 31_536_000;

/** What a browser paints around the page: the page's own background. */
export const PAGE_COLOURS = { light: "#fafaf7", dark: "#0e1412" } as const;

const DARK = "(prefers-color-scheme: dark)";

/** A theme by its name; any other text means the system's. */
export function toTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? "system";
}

/**
 * Runs in every page before anything is painted: the component library has to be told which theme is shown. The
 * choice stands on the root element, where the server has put it.
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

/** The theme that was chosen in this browser. */
export function chosenTheme(): Theme {
  return toTheme(document.documentElement.dataset.themeChoice);
}

/** Shows a theme at once, and in this browser from now on. */
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

/** Calls back whenever another theme is chosen or shown. Returns how to end that. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "data-theme-choice"] });
  return () => observer.disconnect();
}
