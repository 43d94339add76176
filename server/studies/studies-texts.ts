import type english from '../../locales/en/server-studies.json';
import { Texts } from '../platform/i18n/texts';

export const studiesTexts = new Texts<typeof english>('server-studies');
