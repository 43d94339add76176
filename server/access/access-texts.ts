import type english from '../../locales/en/server-access.json';
import { Texts } from '../platform/i18n/texts';

export const accessTexts = new Texts<typeof english>('server-access');
