import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What is worth compressing, by the end of its name, with its content type. Fonts are compressed as they are. */
export const CONTENT_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The end of a compressed file's name, by its content encoding: the one that is smaller first. */
export const ENDINGS = { br: ".br", gzip: ".gz" };

const OPTIONS = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  gzip: { level: constants.Z_BEST_COMPRESSION },
};

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A smaller file is one packet as it is. */
const MIN_BYTES = 1_024;

/**
 * Writes a compressed copy of each script, style and drawing beside it.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((name) => Object.hasOwn(CONTENT_TYPES, path.extname(name)))) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) continue;
    await Promise.all([
      compress.br(content, OPTIONS.br).then((bytes) => writeFile(`${file}${ENDINGS.br}`, bytes)),
      compress.gzip(content, OPTIONS.gzip).then((bytes) => writeFile(`${file}${ENDINGS.gzip}`, bytes)),
    ]);
  }
}
