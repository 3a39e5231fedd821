import { isValidElement, type ReactNode } from "react";
import { Code, CodePanel } from "@/components/docs/code";
import { Guide, Section } from "@/components/docs/guide";
import { Samples } from "@/components/docs/samples";
import { TokenNote } from "@/components/docs/token-note";

/** A section of a guide in plain text. The text before the first section has no id. */
export type PageSection = { id: string; title: string; text: string };

type Props = { children?: ReactNode; id?: string; title?: string; lead?: string };

/** Components that are not searched: code, and parts that depend on the reader. */
const LEFT_OUT: ReadonlySet<unknown> = new Set([Code, CodePanel, Samples, TokenNote]);

/**
 * Returns the sections of a guide, read from its elements. Server components are called as React would call
 * them. Client components are replaced by their children.
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
    // Block elements end a word.
    if (typeof type === "string" && !["code", "a"].includes(type)) say(" ");
  };
  await read(page);
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, " ").trim() }));
}

/** Returns the result of a component, or undefined if only a browser can run it. */
async function rendered(component: (props: Props) => ReactNode, props: Props) {
  try {
    return { node: await component(props) };
  } catch {
    return undefined;
  }
}
