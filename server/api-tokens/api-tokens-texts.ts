import type english from '../../locales/en/server-api-tokens.json';
import { Texts } from '../platform/i18n/texts';

export const apiTokensTexts = new Texts<typeof english>('server-api-tokens');
