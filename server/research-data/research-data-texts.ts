import type english from '../../locales/en/server-research-data.json';
import { Texts, type Translate } from '../platform/i18n/texts';

export const researchDataTexts = new Texts<typeof english>('server-research-data');

/** Translates the texts of an export into its language. */
export type ExportTexts = Translate<typeof english>;
