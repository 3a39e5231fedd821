import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeTrie } from "cspell-trie-lib";
import { ROOT } from "@/server/base/root";
import { type FoundText, withoutCode } from "@/tests/support/house/words";

/** A word that neither the dictionary nor the project's own list has. */
export type UnknownWord = { line: number; word: string };

/** British English, as cspell has it. */
const DICTIONARY = path.join(ROOT, "node_modules/@cspell/dict-en-gb-mit/en_GB.trie.gz");

/** The project's own words, sorted: names of products and protocols, and terms of the field. */
const OWN_WORDS = path.join(ROOT, "tests/support/house/own-words.txt");

/** A run of characters without white space, and the signs of code in it: in a path, a name with dots, a flag. */
const TOKEN = /\S+/g;
const CODE = /[\d_/\\@=<>{}[\]|#$%&*+~^]|[a-z][A-Z]|\w[.:(]\w|^["'(]*[-.]+\w/;

/** A word, which may have an apostrophe inside. */
const WORD = /\p{L}+(?:['’]\p{L}+)*/gu;

/** Returns the project's own words, in the order of the file. */
export function readOwnWords(): string[] {
  return readFileSync(OWN_WORDS, "utf8")
    .split("\n")
    .filter((word) => word !== "");
}

/** A checker of words, with the result for each word cached. */
export class Speller {
  private readonly dictionary = decodeTrie(gunzipSync(readFileSync(DICTIONARY)));
  private readonly known = new Map<string, boolean>();

  private readonly own: ReadonlySet<string>;

  /** @param own the project's own words. */
  constructor(own: ReadonlySet<string>) {
    this.own = own;
  }

  /** Returns whether the dictionary has a word. A capital may begin any word. */
  isInDictionary(word: string): boolean {
    return this.dictionary.hasWord(word, true) || this.dictionary.hasWord(word.toLowerCase(), true);
  }

  /** Returns the unknown words of comments and documents. */
  unknownIn(texts: readonly FoundText[]): UnknownWord[] {
    return texts.flatMap(({ text, line, kind }) => {
      if (kind === "string" || kind === "type") return [];
      const prose = withoutCode(text);
      return wordsOf(prose).flatMap(({ word, index }) =>
        this.knows(word) ? [] : [{ line: line + prose.slice(0, index).split("\n").length - 1, word }],
      );
    });
  }

  private knows(word: string): boolean {
    let isKnown = this.known.get(word);
    if (isKnown === undefined) {
      isKnown = this.own.has(word) || this.own.has(word.toLowerCase()) || this.isInDictionary(word);
      this.known.set(word, isKnown);
    }
    return isKnown;
  }
}

function wordsOf(prose: string): { word: string; index: number }[] {
  return [...prose.matchAll(TOKEN)]
    .filter(([token]) => !CODE.test(token))
    .flatMap(({ 0: token, index: start }) =>
      [...token.matchAll(WORD)].map(({ 0: word, index }) => ({
        word: word.replaceAll("’", "'").replace(/'s$/, ""),
        index: start + index,
      })),
    )
    .filter(({ word }) => word.length > 2 && /\p{Ll}/u.test(word) && !/\p{Lu}{2}/u.test(word));
}
