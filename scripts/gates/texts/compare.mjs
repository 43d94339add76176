import { pluralFormOf } from './catalogue.mjs';

/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./catalogue.mjs').Texts} Texts */

/**
 * Returns the placeholders that a program fills in a text: `{{name}}`, and `<tag>` around text that
 * becomes a component.
 */
export const placeholdersInText = (/** @type {string} */ text) =>
  new Set(text.match(/\{\{[^}]*\}\}|<\/?\w+\/?>/g) ?? []);

/** @param {string} language */
const rules = (language) => new Intl.PluralRules(language);

/**
 * Whether a plural category stands for a single number, so that its text may write the number as a
 * word. In English "one" is only 1; in Russian it is 1, 21, 31 and so on.
 * @param {string} language @param {string} category
 */
function isOneNumber(language, category) {
  if (category === 'zero') return true;
  const plural = rules(language);
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  return numbers.filter((n) => plural.select(n) === category).length === 1;
}

/**
 * Compares all languages with English, and English with the texts that programs use. A language
 * must have all texts: a page declares a single language (`lang`), so it cannot mix two.
 * @param {Catalogue} catalogue
 * @param {ReadonlySet<string>} used the keys that programs name, plurals without their category
 * @returns {string[]}
 */
export function compareLanguages({ languages, namespaces, english }, used) {
  const faults = [];
  for (const [key, { at }] of english) {
    const form = pluralFormOf(english, key);
    if (!used.has(key) && !(form && used.has(form.base)))
      faults.push(`${at}: ${key} is unused: no program names it.`);
  }
  for (const [language, texts] of languages) {
    if (language !== 'en') {
      const files = namespaces.get(language) ?? new Set();
      for (const file of namespaces.get('en') ?? [])
        if (!files.has(file)) faults.push(`locales/${language}/${file}: the file is missing.`);
      for (const [key, { at }] of english)
        if (!has(texts, english, key, language))
          faults.push(`locales/${language}: ${key} is missing (${at}).`);
      for (const [key, { at }] of texts)
        if (!has(english, texts, key, 'en')) faults.push(`${at}: ${key} is not in English.`);
    }
    faults.push(...pluralFaults(language, texts, used), ...valueFaults(language, texts, english));
  }
  return faults;
}

/**
 * Whether `texts`, the texts of `language`, contain a key of `others`, the texts of a different
 * language. If the key is a plural form, any plural form of `language` is enough, because languages
 * differ in their plural forms.
 */
function has(
  /** @type {Texts} */ texts,
  /** @type {Texts} */ others,
  /** @type {string} */ key,
  /** @type {string} */ language,
) {
  const form = pluralFormOf(others, key);
  if (texts.has(key) || !form) return texts.has(key);
  return rules(language)
    .resolvedOptions()
    .pluralCategories.some((category) => texts.has(`${form.base}_${category}`));
}

/**
 * Finds missing and superfluous plural forms of a language.
 * @param {string} language @param {Texts} texts
 * @param {ReadonlySet<string>} used
 */
function pluralFaults(language, texts, used) {
  const faults = [];
  const wanted = rules(language).resolvedOptions().pluralCategories;
  /** @type {Set<string>} */
  const done = new Set();
  for (const [key, { at }] of texts) {
    const form = pluralFormOf(texts, key);
    // Leaves out a key that looks like a plural form, but that the program names in full.
    if (!form || used.has(key)) continue;
    if (form.category !== 'zero' && !wanted.some((category) => category === form.category))
      faults.push(`${at}: ${key} is a plural form that ${language} does not have.`);
    if (done.has(form.base)) continue;
    done.add(form.base);
    for (const category of wanted)
      if (!texts.has(`${form.base}_${category}`))
        faults.push(`${at}: ${form.base} lacks its plural form _${category}.`);
  }
  return faults;
}

/**
 * Finds texts whose placeholders differ from those of the English text.
 * @param {string} language @param {Texts} texts @param {Texts} english
 */
function valueFaults(language, texts, english) {
  const faults = [];
  for (const [key, { text, at }] of texts) {
    const form = pluralFormOf(texts, key);
    const original = english.get(form ? `${form.base}_other` : key) ?? english.get(key);
    if (!original) continue;
    const [here, there] = [placeholdersInText(text), placeholdersInText(original.text)];
    const mayLack = form && isOneNumber(language, form.category) ? '{{count}}' : '';
    for (const mark of there)
      if (!here.has(mark) && mark !== mayLack)
        faults.push(`${at}: ${key} lacks ${mark}, which English has.`);
    for (const mark of here)
      if (!there.has(mark)) faults.push(`${at}: ${key} has ${mark}, which English has not.`);
  }
  return faults;
}
