import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * The files that are worth compressing, by the end of their names, with their content types. Fonts are compressed
 * already.
 */
export const CONTENT_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The ends of compressed files' names by content encoding, the smaller encoding first. */
export const ENDINGS = { br: ".br", gzip: ".gz" };

const OPTIONS = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  gzip: { level: constants.Z_BEST_COMPRESSION },
};

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The smallest file that is compressed: a smaller one is a single packet already. */
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
