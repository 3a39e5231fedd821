"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { loadedLater } from "@/components/controls/loaded-later";
import { useMemberAction } from "@/components/members/use-member";
import { ActionSwitch } from "@/components/ui/action-switch";
import { readTopics, saveTopicOperation } from "@/lib/contracts/generated/members/integration-topics";
import { TOPICS } from "@/lib/contracts/integrations/storefront-topics";
import type { TopicRecord } from "@/lib/contracts/members/integration-topics";

const TopicEditor = loadedLater(() => import("./topic-editor").then((part) => part.TopicEditor));

/** Draws an event of an order: its switch, and its text, which opens in an editor. */
export function TopicRow({ saved }: { saved: TopicRecord }) {
  const [isOpen, setOpen] = useState(false);
  const { topic, enabled, template } = saved;
  const { title } = TOPICS[topic];
  const save = useMemberAction(saveTopicOperation, { changes: [readTopics] });
  return (
    <li className="py-4">
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 pt-1 font-medium">{title}</h3>
        <div className="flex shrink-0 items-center gap-3">
          <Button
            size="sm"
            variant="outline"
            aria-expanded={isOpen}
            aria-label={isOpen ? `Close ${title}` : `Edit the text for ${title}`}
            onPress={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Edit"}
          </Button>
          <ActionSwitch
            aria-label={`${title}: send a text`}
            isSelected={enabled}
            isPending={save.isPending}
            onChange={(next) => save.mutate({ topic, enabled: next })}
          />
        </div>
      </div>
      {isOpen ? (
        <TopicEditor saved={saved} onClose={() => setOpen(false)} />
      ) : (
        <p className="mt-1 max-w-4xl text-pretty text-sm break-words text-muted">{template}</p>
      )}
    </li>
  );
}
