import { de } from './locales/de';
import { en, type AccountTexts } from './locales/en';
import type { Translations } from '../../mail/mail-texts';

export const texts: Translations<AccountTexts> = { en, de };
