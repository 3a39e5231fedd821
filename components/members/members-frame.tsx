"use client";

import { Button } from "@heroui/react";
import {
  Ban,
  ChartColumn,
  Globe,
  Inbox,
  KeyRound,
  LogOut,
  type LucideIcon,
  Menu,
  MessagesSquare,
  Plug,
  Receipt,
  Send,
  Settings,
  ShieldCheck,
  Smartphone,
  Webhook,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { signOut } from "next-auth/react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useKeptFocus } from "@/components/members/use-kept-focus";
import { useMember } from "@/components/members/use-member";
import { NearLink } from "@/components/ui/near-link";
import { readMe } from "@/lib/contracts/members/account";

type Place = { href: string; title: string; icon: LucideIcon };

const PLACES: readonly Place[] = [
  { href: "/overview", title: "Overview", icon: ChartColumn },
  { href: "/send", title: "Send", icon: Send },
  { href: "/messages", title: "Messages", icon: MessagesSquare },
  { href: "/inbox", title: "Inbox", icon: Inbox },
  { href: "/blocked-numbers", title: "Blocked numbers", icon: Ban },
  { href: "/domains", title: "Approved domains", icon: Globe },
  { href: "/api-keys", title: "API keys", icon: KeyRound },
  { href: "/webhooks", title: "Webhooks", icon: Webhook },
  { href: "/integrations", title: "Integrations", icon: Plug },
  { href: "/billing", title: "Billing", icon: Receipt },
  { href: "/settings", title: "Settings", icon: Settings },
];

const HANDSET: Place = { href: "/handset", title: "Handset", icon: Smartphone };

const ADMIN: Place = { href: "/admin", title: "Administration", icon: ShieldCheck };

/** The way around the Members Area, with the balance and the way out; on a phone it folds away. */
export function MembersFrame({
  name,
  isAdmin,
  children,
}: {
  name: string;
  isAdmin: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLElement>(null);
  useKeptFocus(content);
  const me = useMember(readMe, {});
  const places = [...PLACES, ...(isAdmin ? [ADMIN] : []), ...(me.data?.simulated ? [HANDSET] : [])];
  const fold = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    menu.current?.focus();
  };
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-10 focus:rounded-lg focus:bg-panel focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <aside
        onKeyDown={fold}
        className="border-line lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r"
      >
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3 lg:border-0 lg:pt-6">
          <Link href="/overview" className="font-semibold tracking-tight">
            Messaging Gateway
          </Link>
          <Button
            ref={menu}
            isIconOnly
            variant="ghost"
            className="lg:hidden"
            aria-label={isOpen ? "Close menu" : "Open menu"}
            aria-expanded={isOpen}
            aria-controls="places"
            onPress={() => setOpen(!isOpen)}
          >
            <Menu aria-hidden="true" size={20} />
          </Button>
        </div>
        <nav
          id="places"
          aria-label="Members Area"
          className={`${isOpen ? "block" : "hidden"} overflow-y-auto px-2 pb-3 lg:block lg:flex-1`}
        >
          <ul className="flex flex-col gap-0.5">
            {places.map((place) => (
              <PlaceLink key={place.href} place={place} onFollow={() => setOpen(false)} />
            ))}
          </ul>
        </nav>
        <div
          className={`${isOpen ? "flex" : "hidden"} items-center justify-between gap-2 border-t border-line px-4 py-3 lg:flex`}
        >
          <div className="min-w-0 text-sm">
            <p className="truncate font-medium">{name}</p>
            <p className="text-muted tabular-nums">{me.data ? `NZ$${me.data.balance}` : "…"}</p>
          </div>
          <Button
            isIconOnly
            variant="ghost"
            aria-label="Sign out"
            onPress={() => void signOut({ callbackUrl: "/sign-in" })}
          >
            <LogOut aria-hidden="true" size={18} />
          </Button>
        </div>
      </aside>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className="min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-8"
      >
        <div className="mx-auto max-w-5xl">{children}</div>
      </main>
    </div>
  );
}

function PlaceLink({ place, onFollow }: { place: Place; onFollow: () => void }) {
  const pathname = usePathname();
  const isHere = pathname === place.href || pathname.startsWith(`${place.href}/`);
  return (
    <li>
      <NearLink
        href={place.href}
        onClick={onFollow}
        aria-current={isHere ? "page" : undefined}
        className={`flex items-center gap-3 rounded-lg px-3 py-2 text-sm ${isHere ? "bg-accent/12 font-medium text-accent" : "text-muted hover:bg-panel hover:text-ink"}`}
      >
        <place.icon aria-hidden="true" size={17} />
        {place.title}
      </NearLink>
    </li>
  );
}
