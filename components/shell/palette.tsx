"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Command } from "@/components/shell/commands";
import { Modal } from "@/components/shell/modal";
import { groupsOf } from "@/components/shell/palette-results";
import { ResultList } from "@/components/shell/result-list";
import { useFound } from "@/components/shell/use-found";
import { formatCount } from "@/components/ui/count";
import { SEARCH_LENGTH } from "@/lib/contracts/members/messages";
import { MAX_SEARCHED_MESSAGES } from "@/lib/contracts/members/search";

type Props = { commands: readonly Command[]; onCommand: (command: Command) => void; onClose: () => void };

/**
 * Finds pages and actions at once, and what the server has while somebody types. Arrow keys choose among the results,
 * and the focus stays in the field.
 */
export function Palette({ commands, onCommand, onClose }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { found, isSearching, error } = useFound(text);
  const groups = groupsOf(commands, text, found);
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
      onCommand(chosen.command);
    }
  };
  return (
    <Modal
      label="Find anything"
      onClose={onClose}
      className="mx-auto mt-0 mb-auto w-full max-w-none overflow-hidden sm:mt-[12dvh] sm:max-w-xl sm:rounded-2xl"
    >
      <div className="flex max-h-[100dvh] flex-col sm:max-h-[70dvh]">
        <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
          <Search aria-hidden="true" size={18} className="shrink-0 text-muted" />
          <input
            type="text"
            role="combobox"
            aria-label="Find pages, messages, numbers and conversations"
            aria-expanded={results.length > 0}
            aria-controls={`${id}-results`}
            aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_LENGTH}
            placeholder="Page, number, ID, reference or words"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
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
        <div ref={list} className={`min-h-0 overflow-y-auto ${isSearching && found ? "opacity-70" : ""}`}>
          <ResultList
            id={id}
            groups={groups}
            chosen={chosen}
            onChoose={({ command }) => onCommand(command)}
          />
        </div>
        <p role="status" className="px-4 py-3 text-sm text-muted empty:hidden">
          {error ?? (isSearching ? "Searching…" : results.length === 0 ? "No results" : "")}
        </p>
        <p className="border-t border-line px-4 py-2.5 text-xs text-muted">
          Words and parts of numbers: your last {formatCount(MAX_SEARCHED_MESSAGES)} messages. Full numbers,
          IDs and references: all messages.
        </p>
      </div>
    </Modal>
  );
}
