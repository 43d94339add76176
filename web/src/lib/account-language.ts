import i18next from 'i18next';
import { changeProfile, type User } from '../../../contracts/accounts/accounts';
import type { Language } from '../../../contracts/base/languages';
import { changeLanguage, translatedLanguages } from '../i18n';
import { call } from './http/api';
import { queryClient } from './query-client';
import { readToken } from './http/token';
import { profileQuery } from './auth/user';

/**
 * Requests are sent one after the other, so that the account stores the language that was chosen
 * last.
 */
let writing: Promise<unknown> = Promise.resolve();

/**
 * Changes the language of this page immediately, and then stores it as the language of the
 * signed-in person's mails. If storing fails, no error is shown, since this page already has the
 * new language.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const token = readToken();
  const write = async () => {
    // While an earlier request was running, the person may have signed out, or a different account
    // may have signed in. The language of that account must not be changed.
    if (readToken() !== token) return;
    const user = await call(changeProfile, { body: { language } });
    if (user && readToken() === token) queryClient.setQueryData(profileQuery().queryKey, user);
  };
  if (token !== null) writing = writing.then(write).catch(() => undefined);
  await changeLanguage(language);
}

/** After a sign-in, the interface uses the account's language if there are texts in it. */
export function applyAccountLanguage({ language }: Pick<User, 'language'>): void {
  if (language !== i18next.resolvedLanguage && translatedLanguages().includes(language))
    void changeLanguage(language);
}
