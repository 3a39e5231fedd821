"use client";

import { usePathname } from "next/navigation";
import { useId } from "react";
import { isAt, type Place, type PlaceGroup } from "@/components/shell/places";
import { NearLink } from "@/components/ui/near-link";

type Props = { groups: readonly PlaceGroup[]; onFollow?: () => void };

/** Links to pages in groups with headings; the page that is shown is marked. */
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
  return (
    <li>
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
