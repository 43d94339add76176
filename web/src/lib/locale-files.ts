import type { ResourceKey } from 'i18next';
import type { LoadTexts } from '../i18n';

/** The first page loads these names, so they are short. */
const files = import.meta.glob<{ default: ResourceKey }>(['./*/*.json', '!./*/server-*.json'], {
  base: '../../../locales',
});

export const translated = [
  ...new Set(Object.keys(files).map((path) => path.split('/').at(-2) ?? 'en')),
].sort();

/** A missing file is an untranslated namespace, not an error: the fallback language answers. */
export const loadTexts: LoadTexts = async (language, namespace) =>
  (await files[`./${language}/${namespace}.json`]?.())?.default ?? {};
