"use client";

import { usePathname } from "next/navigation";
import { type RefObject, useEffect, useId, useRef } from "react";
import { isAt, type Place, type PlaceGroup } from "@/components/shell/places";
import { NearLink } from "@/components/ui/near-link";

type Props = { groups: readonly PlaceGroup[]; onFollow?: () => void };

/** Draws links to pages in groups with headings, and marks the current page. */
export function PlaceList({ groups, onFollow }: Props) {
  const id = useId();
  return groups.map(({ title, places }) => (
    <div key={title} className="mb-4 last:mb-0 lg:mb-3">
      <p id={`${id}-${title}`} className="px-3 pb-1 text-xs font-medium text-muted">
        {title}
      </p>
      <ul aria-labelledby={`${id}-${title}`} className="flex flex-col gap-0.5">
        {places.map((place) => (
          <PlaceLink key={place.href} place={place} {...(onFollow ? { onFollow } : {})} />
        ))}
      </ul>
    </div>
  ));
}

function PlaceLink({ place, onFollow }: { place: Place; onFollow?: () => void }) {
  const isHere = isAt(usePathname(), place);
  const item = useShown(isHere);
  return (
    <li ref={item}>
      <NearLink
        href={place.href}
        {...(onFollow ? { onClick: onFollow } : {})}
        aria-current={isHere ? "page" : undefined}
        className={`flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm lg:min-h-8 ${isHere ? "bg-accent/12 font-medium text-accent" : "text-ink/80 hover:bg-panel hover:text-ink"}`}
      >
        <place.icon aria-hidden="true" size={17} className="shrink-0" />
        {place.title}
      </NearLink>
    </li>
  );
}

/**
 * Keeps an element visible. In a low window it may be below the edge of its navigation, which shrinks when
 * the content below it has loaded. Does not scroll if the element is visible, so that links do not move under
 * a pointer.
 */
function useShown(isWanted: boolean): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const navigation = item.current?.closest("nav");
    if (!isWanted || !navigation) return;
    const observer = new ResizeObserver(() => item.current && scrollTo(item.current, navigation));
    observer.observe(navigation);
    return () => observer.disconnect();
  }, [isWanted]);
  return item;
}

/**
 * Scrolls only as far as necessary. After `scrollIntoView` the first tab stop would be behind the element.
 */
function scrollTo(element: Element, navigation: Element): void {
  const scrolled = [navigation, navigation.closest("dialog")].find(
    (outer) => outer && outer.scrollHeight > outer.clientHeight,
  );
  if (!scrolled) return;
  const edges = scrolled.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  scrolled.scrollTop += Math.max(bottom - edges.bottom, 0) || Math.min(top - edges.top, 0);
}
