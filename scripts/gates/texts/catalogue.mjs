import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** One text. @typedef {{ text: string, at: string }} Entry `at`: file and line */
/**
 * The texts of one language by `namespace:key`. In `key`, dots separate the names of nested
 * objects.
 * @typedef {Map<string, Entry>} Texts
 */
/**
 * @typedef {{ languages: Map<string, Texts>, namespaces: Map<string, Set<string>>,
 *   english: Texts, faults: string[] }} Catalogue
 */

const CATEGORY = /^(.+)_(zero|one|two|few|many|other)$/;

/**
 * Splits the key of a plural form, such as `minutes_one`, into `minutes` and the category `one`.
 * Returns undefined for any other key. If a text has the key `deletion`, then `deletion_other` is
 * no plural form.
 * @param {Texts} texts
 * @param {string} key
 */
export function pluralFormOf(texts, key) {
  const [, base, category] = CATEGORY.exec(key) ?? [];
  return base !== undefined && category !== undefined && !texts.has(base)
    ? { base, category }
    : undefined;
}

/**
 * Whether a text of this key exists, either as it is or in plural forms.
 * @param {Texts} texts @param {string} key as a program names it, without a category
 */
export const hasText = (texts, key) =>
  texts.has(key) || texts.has(`${key}_other`) || texts.has(`${key}_one`);

/** @returns {Texts} */
const noTexts = () => new Map();

/**
 * Reads `locales/<language>/<namespace>.json`.
 * @param {string} root
 * @returns {Catalogue}
 */
export function readCatalogue(root) {
  const folder = join(root, 'locales');
  /** @type {Catalogue['languages']} */
  const languages = new Map();
  /** @type {Catalogue['namespaces']} */
  const namespaces = new Map();
  /** @type {string[]} */
  const faults = [];
  for (const language of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const texts = noTexts();
    const files = readdirSync(join(folder, language)).sort();
    namespaces.set(language, new Set(files));
    for (const file of files) readInto(texts, faults, root, `locales/${language}/${file}`);
    languages.set(language, texts);
  }
  const english = languages.get('en') ?? noTexts();
  if (english.size === 0) faults.push('locales/en has no texts.');
  return { languages, namespaces, english, faults };
}

/**
 * Reads one file of texts; `faults` gets its errors.
 * @param {Texts} texts @param {string[]} faults @param {string} root @param {string} file
 */
function readInto(texts, faults, root, file) {
  const namespace = file.replace(/^.*\//, '').replace(/\.json$/, '');
  const source = ts.parseJsonText(file, readFileSync(join(root, file), 'utf8'));
  /** @param {ts.Node} node */
  const at = (node) => `${file}:${lineNumberOf(source, node)}`;
  /**
   * Reads an object of texts, and the objects within it; `before` is the beginning of their keys.
   * @param {ts.Expression | undefined} node @param {string} before
   */
  const visit = (node, before) => {
    if (!node || !ts.isObjectLiteralExpression(node)) {
      faults.push(`${file}: is no object of texts.`);
      return;
    }
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name)) continue;
      const key = `${before}${property.name.text}`;
      const { initializer } = property;
      if (ts.isObjectLiteralExpression(initializer)) {
        visit(initializer, `${key}.`);
        continue;
      }
      if (!ts.isStringLiteral(initializer)) {
        faults.push(`${at(property)}: ${key} is no text.`);
        continue;
      }
      if (texts.has(key)) faults.push(`${at(property)}: ${key} stands here twice.`);
      if (initializer.text.trim() === '') faults.push(`${at(property)}: ${key} is empty.`);
      texts.set(key, { text: initializer.text, at: at(property) });
    }
  };
  visit(source.statements[0]?.expression, `${namespace}:`);
}

/**
 * Returns the line of a node, counted from 1.
 * @param {ts.SourceFile} source @param {ts.Node} node
 */
export const lineNumberOf = (source, node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
