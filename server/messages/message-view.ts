import { utcDay } from '../platform/concurrency/clock';
import type { Message } from '../../contracts/messages/messages';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import type { Secrets } from '../platform/security/secrets';
import type { MessageRow } from './message.entity';

export type MessageViewRow = Pick<
  MessageRow,
  'id' | 'position' | 'sender' | 'text' | 'sent_at' | 'removed'
>;
export const messageColumns = 'id, position, sender, text, sent_at, removed';

/** Converts a message to what one side may see: with the exact time, or with the day only. */
export const messageView = (
  secrets: Secrets,
  row: MessageViewRow,
  tellsMoment: boolean,
): Message => ({
  _id: row.id,
  position: row.position,
  from: row.sender,
  text: row.removed ? '' : secrets.open('message', row.id, row.text),
  removed: row.removed,
  day: utcDay(row.sent_at),
  at: tellsMoment ? row.sent_at.toISOString() : null,
});

/**
 * Returns the time to store for a message: in an anonymous session, the beginning of the day (UTC)
 * instead of the exact time.
 */
export const storedMessageTime = (level: PrivacyLevel, now: Date): Date =>
  level === 'anonymous' ? new Date(utcDay(now)) : now;
