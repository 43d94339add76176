import type { RejectionCategory } from '../../../contracts/participations';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { Batcher } from '../../platform/concurrency/batcher';
import type { MailServices } from '../../platform/messaging/mail-source';
import type { Actor } from '../participations/participation.rule';
import { accountOf, type WayBack } from '../participations/participation-links';

/** A participation, and whom to write to about it. */
export interface Addressee extends Recipient {
  state: string;
  study_id: string;
  title: string;
  duration_minutes: number;
  due_at: Date | null;
  closes_at: Date | null;
  /** Why the present state was reached, in the words of who decided, or a code of ours. */
  reason: string | null;
  category: RejectionCategory | null;
  moved_by: Actor;
  has_started: boolean;
}

const readers = new WeakMap<MailServices, Batcher<string, Addressee | undefined>>();

/**
 * The event does not name the account. The link to it is read under the only role that may read it
 * (docs/domain.md, 4), and the request stores no account. Mails that are written at the same moment
 * share a transaction.
 * @returns undefined where the participation, its account or the way back to that is gone
 */
export function addresseeOf(
  participationId: string,
  services: MailServices,
): Promise<Addressee | undefined> {
  const reader = readers.get(services) ?? new Batcher((ids) => addresseesOf(ids, services));
  readers.set(services, reader);
  return reader.load(participationId);
}

function addresseesOf(
  participationIds: readonly string[],
  { unitOfWork, secrets }: MailServices,
): Promise<(Addressee | undefined)[]> {
  return unitOfWork.run(
    async (tx) => {
      const links = await tx.query<WayBack>(
        `SELECT participation_id, account, account_id FROM identity.participation_link
         WHERE participation_id = ANY($1::uuid[])`,
        [participationIds],
      );
      const known = links.flatMap((link) => {
        const account_id = accountOf(secrets, link);
        return account_id === null ? [] : [{ id: link.participation_id, account_id }];
      });
      if (known.length === 0) return participationIds.map(() => undefined);
      const rows = await tx.query<Addressee & { id: string }>(
        `SELECT p.id, ${recipientColumns}, p.state, p.due_at, p.study_id, s.closes_at,
           p.move_reason AS reason, p.move_category AS category, p.moved_by,
           p.started_at IS NOT NULL AS has_started,
           coalesce(s.snapshot->>'title', st.title) AS title,
           coalesce((s.snapshot->>'duration_minutes')::integer, st.duration_minutes)
             AS duration_minutes
         FROM unnest($1::uuid[], $2::uuid[]) AS k (id, account_id)
         JOIN research.participation p ON p.id = k.id
         JOIN research.session s ON s.id = p.session_id
         JOIN research.study_profile st ON st.id = p.study_id
         JOIN identity.person a ON a.id = k.account_id`,
        [known.map(({ id }) => id), known.map(({ account_id }) => account_id)],
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      return participationIds.map((id) => found.get(id));
    },
    { role: 'commonlab_link' },
  );
}
