import type english from '../../locales/en/server-authentication.json';
import { Texts } from '../platform/i18n/texts';

export const authenticationTexts = new Texts<typeof english>('server-authentication');
