import type english from '../../locales/en/server-accounts.json';
import { Texts } from '../platform/i18n/texts';

export const accountsTexts = new Texts<typeof english>('server-accounts');
