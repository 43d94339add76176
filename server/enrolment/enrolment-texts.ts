import type english from '../../locales/en/server-enrolment.json';
import { Texts } from '../platform/i18n/texts';

export const enrolmentTexts = new Texts<typeof english>('server-enrolment');
