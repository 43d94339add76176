import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  accountRowsSection,
  retentionUntilExpiry,
} from '../../../../../server/platform/context/context';
import { bookmarksMails } from './bookmark-added.mail';
import { BookmarkRow } from './bookmark.entity';
import * as contract from './bookmarks.contract';
import { bookmarksEvents } from './bookmarks.events';
import { BookmarksModule } from './bookmarks.module';
import { bookmarksTexts } from './bookmarks-texts';
import { CountBookmarksJob } from './count-bookmarks.job';

export const bookmarks = defineContext({
  name: 'bookmarks',
  about: 'Studies that a participant wants to find again.',
  texts: [bookmarksTexts],
  modules: [BookmarksModule],
  controllers: async () => [(await import('./bookmarks.controller.js')).BookmarksController],
  endpoints: endpointsOf(contract),
  events: bookmarksEvents,
  mails: [bookmarksMails],
  jobs: [CountBookmarksJob],
  tables: [
    {
      entity: BookmarkRow,
      holds: 'a study that an account holder bookmarked',
      personalData: accountHolderDeclaration('bookmarks'),
      retention: retentionUntilExpiry('a year'),
    },
  ],
  exportFiles: [
    {
      name: 'bookmarks',
      position: 160,
      explains: bookmarksTexts.sentence('export.bookmarks'),
      sections: [accountRowsSection('bookmarks', 'research.bookmark')],
    },
  ],
});
