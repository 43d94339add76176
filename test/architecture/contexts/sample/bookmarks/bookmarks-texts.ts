import { join } from 'node:path';
import { Texts } from '../../../../../server/platform/i18n/texts';
import type english from './locales/en/server-bookmarks.json';

/** In the product the file is `locales/en/server-bookmarks.json`, and no folder is given. */
export const bookmarksTexts = new Texts<typeof english>('server-bookmarks', () =>
  join(__dirname, 'locales'),
);
