import i18next, { type ResourceLanguage } from 'i18next';
import { preferredLanguage } from '../../../contracts/base/languages';

const files = import.meta.glob<{ default: ResourceLanguage }>('../../../locales/*/runner.json');
const fileOf = (language: string) => files[`../../../locales/${language}/runner.json`];

const stored = () => {
  try {
    return localStorage.getItem('commonlab-language');
  } catch {
    return null;
  }
};

/** The texts of the runner, in the language that the person chose for the site, else English. */
export async function loadTexts(): Promise<void> {
  const wanted = preferredLanguage([stored(), ...navigator.languages].filter(Boolean).join(','));
  const language = fileOf(wanted) ? wanted : 'en';
  const texts = await fileOf(language)?.();
  await i18next.init({
    lng: language,
    resources: { [language]: { runner: texts?.default ?? {} } },
    defaultNS: 'runner',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}
