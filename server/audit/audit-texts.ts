import type english from '../../locales/en/server-audit.json';
import { Texts } from '../platform/i18n/texts';

export const auditTexts = new Texts<typeof english>('server-audit');
