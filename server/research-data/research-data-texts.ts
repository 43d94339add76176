import type english from '../../locales/en/server-research-data.json';
import { Texts } from '../platform/i18n/texts';

export const researchDataTexts = new Texts<typeof english>('server-research-data');
