import { join } from 'node:path';
import { Texts } from '../../../../../server/platform/i18n/texts';
import type english from './locales/en/server-bookmarks.json';

/** In the product, the texts are in `locales/en`, and `Texts` gets no second argument. */
export const bookmarksTexts = new Texts<typeof english>('server-bookmarks', () =>
  join(__dirname, 'locales'),
);
