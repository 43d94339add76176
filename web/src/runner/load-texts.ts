import { preferredLanguage } from '../../../contracts/base/languages';
import { setTexts, type Texts } from './texts';

const files = import.meta.glob<{ default: Texts }>('../../../locales/*/runner.json');
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
  const of = fileOf(wanted) ? wanted : 'en';
  const read = await fileOf(of)?.();
  setTexts(of, read?.default ?? {});
}
