"use client";

import { Button } from "@/components/controls/button";

/**
 * Draws the message of a page that needs code which the server no longer has. It does not reload by itself,
 * so that unsaved input stays.
 */
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
