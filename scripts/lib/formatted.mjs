import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { ROOT } from './paths.mjs';

/**
 * A generated text in the form of all sources, which the check compares.
 * @param {string} file its path, whose ending says what it is
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function formatted(file, text) {
  // The configuration has comments, which only begin lines.
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
