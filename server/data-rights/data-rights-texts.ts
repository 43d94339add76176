import type english from '../../locales/en/server-data-rights.json';
import { Texts } from '../platform/i18n/texts';

export const dataRightsTexts = new Texts<typeof english>('server-data-rights');
