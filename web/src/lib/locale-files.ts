import type { ResourceKey } from 'i18next';
import type { LoadTexts } from '../i18n';

/**
 * The files of texts by path. The paths are short, because the first page of the app loads all
 * paths.
 */
const files = import.meta.glob<{ default: ResourceKey }>(['./*/*.json', '!./*/server-*.json'], {
  base: '../../../locales',
});

export const languagesWithTexts = [
  ...new Set(Object.keys(files).map((path) => path.split('/').at(-2) ?? 'en')),
].sort();

/**
 * Loads a file of texts. A missing file is no error: the namespace is not translated yet, and the
 * fallback language is used.
 */
export const loadTexts: LoadTexts = async (language, namespace) =>
  (await files[`./${language}/${namespace}.json`]?.())?.default ?? {};
