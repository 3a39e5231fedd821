"use client";

import { Description, Label, Switch } from "@heroui/react";

/**
 * A switch for something that the server does: it moves once that is done. Until then it keeps its place and
 * the focus, and cannot be moved again.
 * @param label stands beside it. Without one, `aria-label` names it.
 */
export function ActionSwitch({
  label,
  description,
  isSelected,
  isPending,
  onChange,
  ...named
}: {
  label?: string;
  description?: string | undefined;
  isSelected: boolean;
  isPending: boolean;
  onChange: (isSelected: boolean) => void;
  "aria-label"?: string;
}) {
  return (
    <div aria-busy={isPending} className={isPending ? "cursor-progress opacity-60" : ""}>
      <Switch {...named} isSelected={isSelected} isReadOnly={isPending} onChange={onChange}>
        <Switch.Content>
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          {label === undefined ? null : <Label>{label}</Label>}
        </Switch.Content>
        {description === undefined ? null : <Description>{description}</Description>}
      </Switch>
    </div>
  );
}
