import type english from '../../locales/en/server-external-returns.json';
import { Texts } from '../platform/i18n/texts';

export const externalReturnsTexts = new Texts<typeof english>('server-external-returns');
