import type english from '../../locales/en/server-webhooks.json';
import { Texts } from '../platform/i18n/texts';

export const webhooksTexts = new Texts<typeof english>('server-webhooks');
