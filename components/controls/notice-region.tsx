"use client";

import { Toast, toast } from "@heroui/react";
import { useEffect } from "react";
import { takeNotices } from "@/components/controls/notice-list";

/** Shows the waiting notices and each later one. */
export function NoticeRegion() {
  useEffect(() => takeNotices(({ kind, text }) => toast[kind](text)), []);
  return <Toast.Provider placement="bottom" />;
}
