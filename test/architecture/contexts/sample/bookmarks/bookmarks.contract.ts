import { z } from 'zod';
import { signedIn } from '../../../../../contracts/base/access';
import { endpoint } from '../../../../../contracts/base/endpoint';
import { Id, Instant } from '../../../../../contracts/base/fields';

/** In the product this file is `contracts/bookmarks.ts`. */
export const Bookmark = z.object({ _id: Id, study_id: Id, created_at: Instant });

export const addBookmark = endpoint('POST', '/api/bookmarks/', {
  summary: 'Bookmarks a study',
  access: signedIn,
  body: z.strictObject({ study_id: Id }),
  replies: { 201: Bookmark },
});
