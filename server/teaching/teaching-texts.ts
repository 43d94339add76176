import type english from '../../locales/en/server-teaching.json';
import { Texts } from '../platform/i18n/texts';

export const teachingTexts = new Texts<typeof english>('server-teaching');
