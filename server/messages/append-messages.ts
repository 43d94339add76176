import { randomUUID } from 'node:crypto';
import type { ConversationParty } from '../../contracts/messages/messages';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import type { Transaction } from '../platform/db/unit-of-work';
import type { Secrets } from '../platform/security/secrets';
import { storedMessageTime, type MessageViewRow } from './message-view';

/**
 * A text to write to each of `participation_ids`. The caller must have locked these participations.
 */
export interface NewMessages {
  readonly session_id: string;
  readonly study_id: string;
  readonly participation_ids: readonly string[];
  readonly level: PrivacyLevel;
  readonly sender: ConversationParty;
  readonly text: string;
  /**
   * The idempotency key. A recipient who already has a message with this key gets no second one.
   */
  readonly key: string | null;
}

interface Appended {
  participation_id: string;
  last: number;
  other_read: number;
  other_told: number;
}

/**
 * Appends a message to each conversation. Records the events that inform the other side. The other
 * side always gets a live update. It gets a mail only if it has read all messages about which it
 * already got mails.
 * @returns the new messages, in no particular order
 */
export async function appendMessages(
  tx: Transaction,
  secrets: Secrets,
  { session_id, study_id, participation_ids, level, sender, text, key }: NewMessages,
  now: Date,
): Promise<MessageViewRow[]> {
  const other: ConversationParty = sender === 'participant' ? 'researcher' : 'participant';
  const at = storedMessageTime(level, now);
  const appended = await tx.query<Appended>(
    `INSERT INTO research.conversation AS c
       (session_id, participation_id, last, last_at, by_${sender}, ${sender}_read)
     SELECT $1, id, 1, $3, 1, 1 FROM unnest($2::uuid[]) AS k (id)
     WHERE NOT EXISTS (SELECT FROM research.message m
       WHERE m.participation_id = k.id AND m.write_key = $4)
     ORDER BY id
     ON CONFLICT (session_id, participation_id) DO UPDATE SET last = c.last + 1, last_at = $3,
       by_${sender} = c.last + 1,
       ${sender}_read = CASE WHEN c.${sender}_read >= c.by_${other} THEN c.last + 1
         ELSE c.${sender}_read END
     RETURNING participation_id, last, ${other}_read AS other_read, ${other}_told AS other_told`,
    [session_id, participation_ids, at, key],
  );
  const rows = appended.map(({ participation_id, last }) => {
    const id = randomUUID();
    const sealed = secrets.seal('message', id, text);
    return { id, participation_id, position: last, sender, text: sealed, sent_at: at };
  });
  await tx.query(
    `INSERT INTO research.message
       (id, session_id, participation_id, position, sender, text, sent_at, write_key)
     SELECT k.id, $1, k.participation_id, k.position, $5, k.text, $6, $7
     FROM unnest($2::uuid[], $3::uuid[], $4::int[], $8::bytea[])
       AS k (id, participation_id, position, text)`,
    [
      session_id,
      rows.map((row) => row.id),
      rows.map((row) => row.participation_id),
      rows.map((row) => row.position),
      sender,
      at,
      key,
      rows.map((row) => row.text),
    ],
  );
  const due = appended.filter((one) => one.other_told <= one.other_read);
  if (sender === 'researcher')
    for (const { participation_id } of appended)
      tx.record('messages.participant-written-to', { participation_id, session_id, study_id });
  else tx.record('messages.researchers-written-to', { session_id, study_id });
  await noticeDue(tx, other, { session_id, study_id }, due);
  return rows.map((row) => ({ ...row, removed: false }));
}

/**
 * Records the events for mails that are due. A participant gets no further mail about a
 * conversation until they have read it. Researchers get no further mail about a session until they
 * have read its messages, however many participants write meanwhile.
 */
async function noticeDue(
  tx: Transaction,
  side: ConversationParty,
  of: { session_id: string; study_id: string },
  due: readonly Appended[],
): Promise<void> {
  if (due.length === 0) return;
  const told = await tx.query<{ participation_id: string }>(
    `UPDATE research.conversation c SET ${side}_told = c.last
     WHERE c.session_id = $1 AND c.participation_id = ANY($2::uuid[])
       ${
         side === 'researcher'
           ? `AND NOT EXISTS (SELECT FROM research.conversation o
               WHERE o.session_id = $1 AND o.researcher_told > o.researcher_read
                 AND o.by_participant > o.researcher_read)`
           : ''
       }
     RETURNING c.participation_id`,
    [of.session_id, due.map((one) => one.participation_id)],
  );
  if (side === 'researcher') {
    if (told.length > 0) tx.record('messages.researchers-notice-due', of);
    return;
  }
  for (const { participation_id } of told)
    tx.record('messages.participant-notice-due', { participation_id, ...of });
}
