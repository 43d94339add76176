import type english from '../../locales/en/server-collaborators.json';
import { Texts } from '../platform/i18n/texts';

export const collaboratorsTexts = new Texts<typeof english>('server-collaborators');
