"use client";

import { loadedLater } from "@/components/controls/loaded-later";

/**
 * The Members Area's frame, where it may not be needed. Next names the page for addresses that do not exist beside
 * every page, with its code: loaded later, no other page has it twice.
 */
export const Framed = loadedLater(() => import("./member-frame").then((part) => part.MemberFrame));
