"use client";

import { useSyncExternalStore } from "react";
import { loadedLater } from "@/components/controls/loaded-later";
import { listenForNotices, wasNoticed } from "@/components/controls/notice-list";

const NoticeRegion = loadedLater(() => import("./notice-region").then((part) => part.NoticeRegion));

/** Where notices are shown. Its code is loaded with the first of them. */
export function Notices() {
  const isShown = useSyncExternalStore(listenForNotices, wasNoticed, () => false);
  return isShown ? <NoticeRegion /> : null;
}
