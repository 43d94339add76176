import i18next from 'i18next';
import { changeProfile, type User } from '../../../contracts/accounts';
import type { Language } from '../../../contracts/base/languages';
import { changeLanguage, translatedLanguages } from '../i18n';
import { call } from './http/api';
import { queryClient } from './http/query-client';
import { readToken } from './http/token';
import { profileQuery } from './user';

/** One after the other: the choice made last is the one that stays. */
let writing: Promise<unknown> = Promise.resolve();

/**
 * The language of this page, at once; whoever is signed in gets their mails in it too. That this
 * could not be written disturbs nobody.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const token = readToken();
  const write = async () => {
    // Signed out or somebody else by now: their language is not this one's to choose.
    if (readToken() !== token) return;
    const user = await call(changeProfile, { body: { language } });
    if (user && readToken() === token) queryClient.setQueryData(profileQuery().queryKey, user);
  };
  if (token !== null) writing = writing.then(write).catch(() => undefined);
  await changeLanguage(language);
}

/** Whoever signs in reads on in the language of their account, where that has texts. */
export function takeLanguageOf({ language }: Pick<User, 'language'>): void {
  if (language !== i18next.resolvedLanguage && translatedLanguages().includes(language))
    void changeLanguage(language);
}
