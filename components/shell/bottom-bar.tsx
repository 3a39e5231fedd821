"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { isAt, type Place } from "@/components/shell/places";
import { NearLink } from "@/components/ui/near-link";

/** A tab is at least 44 px high and wide. */
const TAB = "flex h-14 flex-col items-center justify-center gap-0.5 text-xs";

/** Draws the bottom bar of a phone: the pages that are always visible, and the button that opens the menu. */
export function BottomBar({
  label,
  tabs,
  isMenuOpen,
  onMenu,
}: {
  label: string;
  tabs: readonly Place[];
  isMenuOpen: boolean;
  onMenu: () => void;
}) {
  const pathname = usePathname();
  const isOnTab = tabs.some((place) => isAt(pathname, place));
  return (
    <nav
      aria-label={label}
      className="print-hidden fixed inset-x-0 bottom-0 z-10 border-t border-line bg-panel lg:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-5">
        {tabs.map((place) => {
          const isHere = isAt(pathname, place);
          return (
            <li key={place.href}>
              <NearLink
                href={place.href}
                aria-current={isHere ? "page" : undefined}
                className={`${TAB} -outline-offset-2 ${isHere ? "font-medium text-accent" : "text-muted"}`}
              >
                <place.icon aria-hidden="true" size={20} />
                <span className="max-w-full truncate">{place.short ?? place.title}</span>
              </NearLink>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={onMenu}
            className={`${TAB} w-full -outline-offset-2 ${isOnTab ? "text-muted" : "font-medium text-accent"}`}
          >
            <Menu aria-hidden="true" size={20} />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}
