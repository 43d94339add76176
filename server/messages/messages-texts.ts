import type english from '../../locales/en/server-messages.json';
import { Texts } from '../platform/i18n/texts';

export const messagesTexts = new Texts<typeof english>('server-messages');
