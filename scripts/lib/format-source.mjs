import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './paths.mjs';

/**
 * Formats a generated text with oxfmt, as the check requires of all sources.
 * @param {string} file its path, whose extension determines the format
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function formatSource(file, text) {
  // Removes the comments of the configuration file before parsing it as JSON; they occur only on
  // lines of their own.
  const written = readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
  /** @type {unknown} */
  const options = JSON.parse(written);
  const { code, errors } = await format(
    file,
    text,
    /** @type {Parameters<typeof format>[2]} */ (options),
  );
  if (errors.length > 0) throw new Error(`${file}: ${errors.map((e) => e.message).join('; ')}`);
  return code;
}
