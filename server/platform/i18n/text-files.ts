import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languages, type Language } from '../../../contracts/base/languages';

export interface LocaleFile {
  readonly language: Language;
  readonly texts: object;
}

/**
 * Finds the product's folder `locales/`, from the sources as well as from the compiled files.
 * @throws Error when there is none
 */
export function localesFolder(): string {
  for (let at = __dirname; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, 'locales');
    if (existsSync(join(folder, 'en'))) return folder;
  }
  throw new Error(`There is no folder locales/ above ${__dirname}: the programs have no texts.`);
}

/**
 * Reads the files of one namespace, by language.
 * @returns `faults`: a sentence for each file that is broken, and one if the English file is
 * missing
 */
export function readLocaleFiles(
  folder: string,
  namespace: string,
): { files: LocaleFile[]; faults: string[] } {
  const files: LocaleFile[] = [];
  const faults: string[] = [];
  for (const language of languages) {
    const path = join(folder, language, `${namespace}.json`);
    const name = `locales/${language}/${namespace}.json`;
    if (!existsSync(path)) {
      if (language === 'en') faults.push(`${name} is missing: a context names these texts.`);
      continue;
    }
    try {
      const texts: unknown = JSON.parse(readFileSync(path, 'utf8'));
      const odd = notText(texts);
      if (odd === undefined) files.push({ language, texts: texts as object });
      else faults.push(`${name} has something other than a text${odd && ` at ${odd}`}.`);
    } catch (error) {
      faults.push(`${name} cannot be read: ${error instanceof Error ? error.message : 'why?'}`);
    }
  }
  return { files, faults };
}

/**
 * Finds a value that is neither a text nor an object of texts.
 * @returns its key; undefined if there is none
 */
function notText(texts: unknown, key = ''): string | undefined {
  if (typeof texts === 'string' && key !== '') return undefined;
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return key;
  for (const [name, value] of Object.entries(texts)) {
    const odd = notText(value, key ? `${key}.${name}` : name);
    if (odd !== undefined) return odd;
  }
  return undefined;
}
