"use client";

import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { chooseTheme, chosenTheme, THEMES, type Theme, watchTheme } from "@/components/shell/theme";

const SHOWN: Record<Theme, { title: string; icon: LucideIcon }> = {
  system: { title: "System theme", icon: Monitor },
  light: { title: "Light theme", icon: Sun },
  dark: { title: "Dark theme", icon: Moon },
};

/** Draws the choice of this browser's colours. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(watchTheme, chosenTheme, () => "system" as const);
  return (
    <fieldset
      aria-label="Theme"
      className="col-span-full grid grid-cols-3 rounded-lg border border-line p-0.5"
    >
      {THEMES.map((theme) => {
        const { title, icon: Icon } = SHOWN[theme];
        const isChosen = theme === chosen;
        return (
          <button
            key={theme}
            type="button"
            title={title}
            aria-label={title}
            aria-pressed={isChosen}
            onClick={() => chooseTheme(theme)}
            className={`grid h-11 place-items-center rounded-md lg:h-7 ${isChosen ? "bg-accent/12 text-accent" : "text-muted hover:text-ink"}`}
          >
            <Icon aria-hidden="true" size={15} />
          </button>
        );
      })}
    </fieldset>
  );
}
