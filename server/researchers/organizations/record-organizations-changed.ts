import type { Client } from 'pg';
import type { EventData, EventName } from '../../../contracts/base/events';
import { timeOrderedId } from '../../platform/db/ids';
import { outboxChannel } from '../../platform/messaging/outbox-notifier';

const event: EventName = 'researchers.organizations-changed';
const data: EventData<'researchers.organizations-changed'> = { after_review_id: null };

/**
 * In the owner's transaction that changed the table: domains decide what a review that waits is
 * hinted at. Once it is committed, every review that was asked for before is seen by the reaction,
 * and every later one has seen the change. A product without any review has nothing to look at.
 */
export async function recordOrganizationsChanged(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO platform.outbox (id, name, data) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM identity.review)`,
    [timeOrderedId(), event, JSON.stringify(data)],
  );
  // It is heard when the transaction commits; this one is rare enough to wait for its turn.
  if (rowCount) await client.query(`SELECT pg_notify($1, '')`, [outboxChannel]);
}
