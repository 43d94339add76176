import { z } from 'zod';
import { Id } from '../../../../../contracts/base/fields';

export const bookmarksEvents = {
  'bookmarks.study-bookmarked': z.strictObject({ bookmark_id: Id, account_id: Id }),
} as const;

type BookmarksEvents = typeof bookmarksEvents;

declare module '../../../../../contracts/base/events' {
  interface EventSchemas extends BookmarksEvents {}
}
