import type { Client } from 'pg';
import type { EventData, EventName } from '../../../contracts/base/events';
import { timeOrderedId } from '../../platform/db/ids';
import { outboxChannel } from '../../platform/db/unit-of-work';

const event: EventName = 'researchers.organizations-changed';
const data: EventData<'researchers.organizations-changed'> = { after_review_id: null };

/**
 * Records the event that organizations changed. The consumer of this event computes the hints of
 * pending reviews again, because the hints depend on the domains of organizations. The caller must
 * pass the connection of the transaction that changed the organizations. Otherwise the consumer
 * could run before the commit, and use the old domains. If there are no reviews, records nothing.
 */
export async function recordOrganizationsChanged(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO platform.outbox (id, name, data) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM identity.review)`,
    [timeOrderedId(), event, JSON.stringify(data)],
  );
  // PostgreSQL delivers the notification at the commit. A transaction that notifies must wait for a
  // lock that all notifying transactions share, which is acceptable for this rare event.
  if (rowCount) await client.query(`SELECT pg_notify($1, '')`, [outboxChannel]);
}
