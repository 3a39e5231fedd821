"use client";

import { useMemo, useState } from "react";
import { PaletteReach } from "@/components/messages/search-reach";
import { ADMIN_GROUPS } from "@/components/shell/admin-places";
import { type Command, commandsOf } from "@/components/shell/commands";
import { FinderDialog } from "@/components/shell/finder-dialog";
import { groupsOf } from "@/components/shell/palette-results";
import type { PlaceGroup } from "@/components/shell/places";
import { useFound } from "@/components/shell/use-found";
import { useSaidTime } from "@/components/ui/today";
import { SEARCH_LENGTH } from "@/lib/contracts/base/values";

type Props = {
  groups: readonly PlaceGroup[];
  isAdmin: boolean;
  onCommand: (command: Command) => void;
  onClose: () => void;
};

/** Draws the palette. It finds pages and actions at once, and the server's results while the reader types. */
export function Palette({ groups: places, isAdmin, onCommand, onClose }: Props) {
  const commands = useMemo(
    () => commandsOf(isAdmin ? [...places, ...ADMIN_GROUPS] : places),
    [places, isAdmin],
  );
  const [text, setText] = useState("");
  const { found, isSearching, error } = useFound(text);
  const groups = groupsOf(commands, text, found, useSaidTime());
  return (
    <FinderDialog
      label="Find anything"
      fieldLabel="Find pages, messages, numbers and conversations"
      placeholder="Page, number, ID, reference or words"
      maxLength={SEARCH_LENGTH}
      text={text}
      onText={setText}
      groups={groups}
      isOld={isSearching && found !== undefined}
      status={error ?? (isSearching ? "Searching…" : groups.length === 0 ? "No results" : "")}
      onChoose={({ command }) => onCommand(command)}
      onClose={onClose}
    >
      <PaletteReach since={found?.searchedSince ?? null} />
    </FinderDialog>
  );
}
