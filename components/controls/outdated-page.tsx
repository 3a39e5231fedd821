"use client";

import { Button } from "@/components/controls/button";

/** Shown where a page needs code that the server no longer has. What is being written is not lost by itself. */
export function OutdatedPage() {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-20 z-50 mx-auto flex w-fit max-w-full items-center gap-4 rounded-xl border border-line bg-panel px-4 py-3 text-sm shadow-lg"
    >
      <p>This page is out of date. Reload it to continue.</p>
      <Button size="sm" onPress={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
