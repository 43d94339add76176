import { preferredLanguage } from '../../../contracts/base/languages';
import { setTexts, type RunnerTexts } from './texts';

type Name = 'runner' | 'payment';
const files = import.meta.glob<{ default: RunnerTexts }>(
  '../../../locales/*/{runner,payment}.json',
);
const fileOf = (language: string, name: Name) => files[`../../../locales/${language}/${name}.json`];

const stored = () => {
  try {
    return localStorage.getItem('commonlab-language');
  } catch {
    return null;
  }
};

/** Loads the texts of the runner, in the language that the person chose for the site, or else in English. */
export async function loadTexts(): Promise<void> {
  const wanted = preferredLanguage([stored(), ...navigator.languages].filter(Boolean).join(','));
  const of = fileOf(wanted, 'runner') ? wanted : 'en';
  const [read, payment] = await Promise.all([fileOf(of, 'runner')?.(), fileOf(of, 'payment')?.()]);
  setTexts(of, { ...read?.default, payment: payment?.default ?? {} });
}
