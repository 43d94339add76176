import type english from '../../../../locales/en/server-study-templates.json';
import { Texts, type Translate } from '../../../platform/i18n/texts';

/** What participants read in the templates of the builder: in the words of this product alone. */
export const templateTexts = new Texts<typeof english>('server-study-templates');
export type Words = Translate<typeof english>;
