import type english from '../../locales/en/server-slots.json';
import { Texts } from '../platform/i18n/texts';

export const slotsTexts = new Texts<typeof english>('server-slots');
