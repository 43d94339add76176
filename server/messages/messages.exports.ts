import type { ExportFile } from '../platform/context/context';
import type { PagedRows, Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { ownParticipationIdPages } from '../enrolment/personal-data.read';
import { messagesTexts } from './messages-texts';
import type { MessageRow } from './message.entity';

/** Reads the messages about the participations of one person, for their data export. */
async function* ownMessages(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): PagedRows['pages'] {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets)) {
    const pages = snapshot.pages<Omit<MessageRow, 'write_key'>>(
      `SELECT id, session_id, participation_id, position, sender, text, sent_at, removed
       FROM research.message WHERE participation_id = ANY($1::uuid[])
       ORDER BY participation_id, session_id, position`,
      [ids],
    );
    for await (const page of pages)
      yield page.map((row) => ({ ...row, text: secrets.open('message', row.id, row.text) }));
  }
}

export const messagesExports: readonly ExportFile[] = [
  {
    name: 'messages',
    position: 85,
    explains: messagesTexts.sentence('export.messages'),
    sections: [{ name: 'messages', read: ownMessages }],
  },
];
