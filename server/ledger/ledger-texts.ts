import type english from '../../locales/en/server-ledger.json';
import { Texts } from '../platform/i18n/texts';

export const ledgerTexts = new Texts<typeof english>('server-ledger');
