import { Parser } from "htmlparser2";
import { FileRefusal } from "@/lib/parsing/files/file-refusal";

/** The deepest nesting of a spreadsheet's elements. */
const MAX_DEPTH = 64;

/** Handlers of elements and texts. Names come without their prefix. */
export type XmlHandlers = {
  open: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/** A reader of XML in pieces. It knows only the entities of XML: a document cannot define any. */
export class XmlReader {
  readonly #parser: Parser;
  readonly #decoder = new TextDecoder();

  constructor({ open, text, close }: XmlHandlers) {
    let depth = 0;
    this.#parser = new Parser(
      {
        onopentag(name, attributes) {
          if (++depth > MAX_DEPTH)
            throw new FileRefusal("This spreadsheet is damaged. Save it again, or save it as CSV.");
          open(localName(name), attributes);
        },
        ontext: (piece) => text?.(piece),
        onclosetag(name) {
          depth--;
          close?.(localName(name));
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  push(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.#parser.end(this.#decoder.decode());
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
