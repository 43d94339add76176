import type english from '../../../../locales/en/server-study-templates.json';
import { Texts, type Translate } from '../../../platform/i18n/texts';

/** The texts of the templates that participants read. Written for this product. */
export const templateTexts = new Texts<typeof english>('server-study-templates');
export type TemplateTranslator = Translate<typeof english>;
