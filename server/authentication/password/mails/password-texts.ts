import { de } from './locales/de';
import { en, type PasswordTexts } from './locales/en';
import type { Translations } from '../../../mail/mail-texts';

export const texts: Translations<PasswordTexts> = { en, de };
