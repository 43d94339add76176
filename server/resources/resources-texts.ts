import type english from '../../locales/en/server-resources.json';
import { Texts } from '../platform/i18n/texts';

export const resourcesTexts = new Texts<typeof english>('server-resources');
