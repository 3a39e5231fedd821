"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Keys } from "@/components/keyboard/keys";
import { areShortcutsOn, setShortcutsOn } from "@/components/keyboard/takes-shortcut";
import { commandsOf } from "@/components/shell/commands";
import { Modal } from "@/components/shell/modal";
import type { PlaceGroup } from "@/components/shell/places";

/** Draws the sheet of all shortcuts, with a switch for shortcuts without Ctrl or Cmd. */
export function ShortcutSheet({ groups, onClose }: { groups: readonly PlaceGroup[]; onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (isNowOn: boolean) => {
    setShortcutsOn(isNowOn);
    setOn(isNowOn);
  };
  return (
    <Modal
      label="Keyboard shortcuts"
      onClose={onClose}
      className="m-auto max-h-[85dvh] w-[calc(100%-2rem)] max-w-lg overflow-y-auto rounded-2xl"
    >
      <div className="p-5">
        <div className="flex items-center justify-between gap-4">
          <h2 className="text-lg font-medium">Keyboard shortcuts</h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="-mr-2 grid size-11 place-items-center rounded-lg text-muted"
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <dl className="mt-2 grid gap-x-8 text-sm sm:grid-cols-2">
          <Shortcut title="Find anything, also in a field" keys={["Ctrl", "K"]} />
          <Shortcut title="Send what you’re writing" keys={["Ctrl", "Enter"]} />
          {commandsOf(groups).map(
            ({ title, keys }) => keys && <Shortcut key={title} title={title} keys={keys} />,
          )}
          <Shortcut title="Next row of a list" keys={["j"]} />
          <Shortcut title="Previous row" keys={["k"]} />
          <Shortcut title="Open the row" keys={["Enter"]} />
          <Shortcut title="Select the row" keys={["x"]} />
        </dl>
        <label className="mt-4 flex min-h-11 items-center gap-3 border-t border-line pt-3 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isOn}
            onChange={({ target }) => change(target.checked)}
          />
          Use shortcuts without Ctrl in this browser
        </label>
      </div>
    </Modal>
  );
}

function Shortcut({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3">
      <dt>{title}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
