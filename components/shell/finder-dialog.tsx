"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Modal } from "@/components/shell/modal";
import type { Result, ResultGroup } from "@/components/shell/palette-results";
import { ResultList } from "@/components/shell/result-list";

/** A search text and its results. */
type Props = {
  /** The name of the dialog and of its field. */
  label: string;
  fieldLabel: string;
  placeholder: string;
  /** In characters. */
  maxLength: number;
  text: string;
  onText: (text: string) => void;
  groups: readonly ResultGroup[];
  /** True if the results belong to an earlier text. */
  isOld?: boolean;
  /** The text below the results, or empty. */
  status: string;
  children?: ReactNode;
  onChoose: (result: Result) => void;
  onClose: () => void;
};

/**
 * Draws a dialog with a search field and its results. Arrow keys move among the results while the focus stays
 * in the field.
 */
export function FinderDialog({ text, onText, groups, isOld = false, onChoose, onClose, ...shown }: Props) {
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const results = groups.flatMap(({ results: own }) => own);
  const chosen = results[Math.min(at, results.length - 1)];
  useEffect(() => {
    if (chosen) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length);
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing && chosen) {
      event.preventDefault();
      onChoose(chosen);
    }
  };
  return (
    <Modal
      label={shown.label}
      onClose={onClose}
      className="mx-auto mt-0 mb-auto w-full max-w-none overflow-hidden sm:mt-[12dvh] sm:max-w-xl sm:rounded-2xl"
    >
      <div className="flex max-h-[100dvh] flex-col sm:max-h-[70dvh]">
        <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
          <Search aria-hidden="true" size={18} className="shrink-0 text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label={shown.fieldLabel}
            aria-expanded={results.length > 0}
            aria-controls={`${id}-results`}
            aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={shown.maxLength}
            placeholder={shown.placeholder}
            value={text}
            onChange={({ target }) => {
              onText(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
          />
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 shrink-0 place-items-center rounded-lg text-muted -outline-offset-2"
          >
            <X aria-hidden="true" size={20} />
          </button>
        </div>
        <div ref={list} className={`min-h-0 overflow-y-auto ${isOld ? "opacity-70" : ""}`}>
          <ResultList id={id} groups={groups} chosen={chosen} onChoose={onChoose} />
        </div>
        <p role="status" className="px-4 py-3 text-sm text-muted empty:hidden">
          {shown.status}
        </p>
        {shown.children}
      </div>
    </Modal>
  );
}
