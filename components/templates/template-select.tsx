"use client";

import { useState } from "react";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMember } from "@/components/members/use-member";
import { listTemplates } from "@/lib/contracts/generated/members/sending/templates";

/**
 * Draws the choice of a template for a text. Draws nothing if the account has no template.
 * @param isPlain true if only templates without columns are offered.
 */
export function TemplateSelect({
  isPlain = false,
  text,
  onChoose,
}: {
  isPlain?: boolean;
  /** The current text, which selects the equal template. */
  text: string;
  onChoose: (text: string) => void;
}) {
  const list = useMember(listTemplates, {});
  const templates = (list.data?.templates ?? []).filter(
    (template) => !isPlain || !template.text.includes("{{"),
  );
  // Choosing no template restores the text that was there before.
  const [written, setWritten] = useState("");
  if (templates.length === 0) return null;
  const chosen = templates.find((template) => template.text === text);
  return (
    <FilterSelect
      label="Template"
      value={chosen?.id ?? ""}
      options={[
        { value: "", title: "No template" },
        ...templates.map(({ id, name }) => ({ value: id, title: name })),
      ]}
      onChange={(id) => {
        if (!chosen) setWritten(text);
        onChoose(templates.find((template) => template.id === id)?.text ?? written);
      }}
    />
  );
}
