import type english from '../../../../locales/en/server-study-templates.json';
import { Texts, type Translate } from '../../../platform/i18n/texts';

/** The texts that participants read in the builder's templates: written for this product alone. */
export const templateTexts = new Texts<typeof english>('server-study-templates');
export type Words = Translate<typeof english>;
