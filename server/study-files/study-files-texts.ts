import type english from '../../locales/en/server-study-files.json';
import { Texts } from '../platform/i18n/texts';

export const studyFilesTexts = new Texts<typeof english>('server-study-files');
