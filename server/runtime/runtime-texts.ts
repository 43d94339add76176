import type english from '../../locales/en/server-runtime.json';
import { Texts } from '../platform/i18n/texts';

export const runtimeTexts = new Texts<typeof english>('server-runtime');
