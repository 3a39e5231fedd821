"use client";

import { ChevronLeft, Search } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useRef, useState } from "react";
import { Keys } from "@/components/keyboard/keys";
import { ShownAccount } from "@/components/members/shown-account";
import { BottomBar } from "@/components/shell/bottom-bar";
import { Wordmark } from "@/components/shell/mark";
import { PhoneMenu } from "@/components/shell/phone-menu";
import { PlaceList } from "@/components/shell/place-list";
import type { Place, PlaceGroup } from "@/components/shell/places";
import { useFinder } from "@/components/shell/use-finder";
import { useKeptFocus } from "@/components/shell/use-kept-focus";
import { useExactCopies } from "@/components/ui/use-exact-copies";

/** The links of a shell. */
export type ShellPlaces = {
  /** The navigation's name for screen readers. */
  label: string;
  /** The address of the wordmark. */
  home: string;
  groups: readonly PlaceGroup[];
  /** The pages that the palette finds. */
  findable: readonly PlaceGroup[];
  /** True if the palette also finds the pages of Administration, which `findable` omits. */
  isAdmin?: boolean;
  /** The pages that are always visible on a phone. */
  tabs: readonly Place[];
  /** The link from a shell back to the shell around it. */
  back?: { href: string; title: string };
};

/**
 * Draws the frame of a page. A desktop has a side bar. A phone has a header, a tab bar and a menu over the
 * page.
 * @param accountId the shown account; requests of the page name it.
 * @param footer the signed-in person, below the navigation.
 */
export function Shell({
  places,
  accountId,
  footer,
  children,
}: {
  places: ShellPlaces;
  accountId: number;
  footer: ReactNode;
  children: ReactNode;
}) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const { find, overlay } = useFinder(places.findable, places.isAdmin ?? false);
  useKeptFocus(content);
  useExactCopies();
  const close = () => setMenuOpen(false);
  return (
    <div data-account={accountId} className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30 focus:rounded-lg focus:bg-panel focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <header className="print-hidden sticky top-0 z-10 flex h-14 items-center justify-between gap-3 border-b border-line bg-page px-4 lg:hidden">
        <Home {...places} />
        <button
          type="button"
          aria-label="Find anything"
          onClick={find}
          className="-mr-2 grid size-11 place-items-center rounded-lg text-muted"
        >
          <Search aria-hidden="true" size={20} />
        </button>
      </header>
      <aside className="hidden border-r border-line lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col">
        <div className="flex flex-col gap-4 px-3 pt-6 pb-4">
          <span className="px-2">
            <Home {...places} />
          </span>
          <button
            type="button"
            onClick={find}
            aria-keyshortcuts="Control+K Meta+K"
            className="flex h-9 items-center gap-2.5 rounded-lg border border-line bg-panel px-2.5 text-sm text-muted hover:text-ink"
          >
            <Search aria-hidden="true" size={16} />
            <span className="flex-1 text-left">Find anything</span>
            <Keys keys={["/"]} />
          </button>
        </div>
        <nav aria-label={places.label} className="flex-1 overflow-y-auto px-2 pb-3">
          <Back {...places} />
          <PlaceList groups={places.groups} />
        </nav>
        <div className="border-t border-line px-4 py-3">{footer}</div>
      </aside>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className="min-w-0 px-4 pt-6 pb-24 outline-none sm:px-8 lg:py-8"
      >
        <div className="mx-auto max-w-[90rem]">
          <ShownAccount accountId={accountId}>{children}</ShownAccount>
        </div>
      </main>
      <BottomBar
        label="Main pages"
        tabs={places.tabs}
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(true)}
      />
      {isMenuOpen ? (
        <PhoneMenu onClose={close}>
          <nav aria-label={places.label}>
            <Back {...places} onFollow={close} />
            <PlaceList groups={places.groups} onFollow={close} />
          </nav>
          <div className="mt-3 border-t border-line px-3 pt-4">{footer}</div>
        </PhoneMenu>
      ) : null}
      {overlay}
    </div>
  );
}

function Home({ home, label, back }: ShellPlaces) {
  return (
    <Link href={home} className="inline-flex min-h-11 flex-col justify-center lg:min-h-0">
      <Wordmark />
      {back ? <span className="pl-8.5 text-xs text-muted">{label}</span> : null}
    </Link>
  );
}

function Back({ back, onFollow }: ShellPlaces & { onFollow?: () => void }) {
  if (!back) return null;
  return (
    <Link
      href={back.href}
      {...(onFollow ? { onClick: onFollow } : {})}
      className="mb-4 flex min-h-11 items-center gap-2 rounded-lg border border-line px-3 text-sm font-medium hover:bg-panel lg:min-h-9"
    >
      <ChevronLeft aria-hidden="true" size={17} />
      {back.title}
    </Link>
  );
}
