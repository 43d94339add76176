import type english from '../../locales/en/server-notices.json';
import { Texts } from '../platform/i18n/texts';

export const noticesTexts = new Texts<typeof english>('server-notices');
