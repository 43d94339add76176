import { de } from './locales/de';
import { en, type ReviewTexts } from './locales/en';
import type { Translations } from '../../../mail/mail-texts';

export const texts: Translations<ReviewTexts> = { en, de };
