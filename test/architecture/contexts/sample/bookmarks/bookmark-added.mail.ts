import { accountMail } from '../../../../../server/mail/account-mail';
import { mailRenderer } from '../../../../../server/mail/mail-renderer';
import { recipientColumns, type Recipient } from '../../../../../server/mail/recipient';
import { defineMails } from '../../../../../server/platform/messaging/mail-source';
import { bookmarksTexts } from './bookmarks-texts';

const bookmarkAddedMail = accountMail({
  template: 'bookmark-added',
  event: 'bookmarks.study-bookmarked',
  read: async ({ data }, { db }) => {
    const [to]: Recipient[] = await db.query(
      `SELECT ${recipientColumns} FROM identity.person a
       JOIN research.bookmark b ON b.account_id = a.id WHERE b.id = $1`,
      [data.bookmark_id],
    );
    return to;
  },
  render: mailRenderer(bookmarksTexts, (t, { greeting }) => ({
    subject: t('added.subject'),
    heading: t('added.subject'),
    blocks: [greeting, { kind: 'text', text: t('added.body') }],
  })),
});

export const bookmarksMails = defineMails('bookmarks', bookmarkAddedMail);
