import type english from '../../locales/en/server-payments.json';
import { Texts } from '../platform/i18n/texts';

export const paymentsTexts = new Texts<typeof english>('server-payments');
