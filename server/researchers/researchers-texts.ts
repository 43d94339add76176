import type english from '../../locales/en/server-researchers.json';
import { Texts } from '../platform/i18n/texts';

export const researchersTexts = new Texts<typeof english>('server-researchers');
