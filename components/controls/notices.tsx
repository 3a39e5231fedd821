"use client";

import { useSyncExternalStore } from "react";
import { loadedLater } from "@/components/controls/loaded-later";
import { listenForNotices, wasNoticed } from "@/components/controls/notice-list";

const NoticeRegion = loadedLater(() => import("./notice-region").then((part) => part.NoticeRegion));

/** Draws the region for notices. Its code is loaded with the first notice. */
export function Notices() {
  const isShown = useSyncExternalStore(listenForNotices, wasNoticed, () => false);
  return isShown ? <NoticeRegion /> : null;
}
