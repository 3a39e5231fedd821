import { isValidElement, type ReactNode } from "react";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Section } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { TokenNote } from "@/components/docs/token-note";

/** A section of a guide in plain text; the first has no id, and is what stands before the others. */
export type PageSection = { id: string; title: string; text: string };

type Props = { children?: ReactNode; id?: string; title?: string; lead?: string };

/** What is not searched: code, and what depends on the reader. */
const LEFT_OUT: ReadonlySet<unknown> = new Set([Code, CodePanel, Samples, TokenNote]);

/**
 * The sections of a guide, read from its elements. Components of the server are called as React would call them; of
 * those that run in browsers what is inside is read.
 */
export async function sectionsOf(page: ReactNode): Promise<readonly PageSection[]> {
  const sections: PageSection[] = [{ id: "", title: "", text: "" }];
  const say = (text: string) => {
    const section = sections.at(-1);
    if (section) section.text += text;
  };
  const read = async (node: ReactNode): Promise<void> => {
    if (typeof node === "string" || typeof node === "number") return say(String(node));
    if (Array.isArray(node)) {
      for (const child of node) await read(child);
      return;
    }
    if (!isValidElement<Props>(node) || LEFT_OUT.has(node.type)) return;
    const { type, props } = node;
    if (type === Guide) say(`${props.lead ?? ""} `);
    if (type === Section) sections.push({ id: props.id ?? "", title: props.title ?? "", text: "" });
    const isOwn = typeof type === "function" && type !== Guide && type !== Section;
    const called = isOwn ? await rendered(type as (props: Props) => ReactNode, props) : undefined;
    await read(called === undefined ? props.children : called.node);
    // What stands in blocks of its own is no part of the word before it.
    if (typeof type === "string" && !["code", "a"].includes(type)) say(" ");
  };
  await read(page);
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}

/** What a component gives; undefined for one that only a browser can run. */
async function rendered(component: (props: Props) => ReactNode, props: Props) {
  try {
    return { node: await component(props) };
  } catch {
    return undefined;
  }
}
