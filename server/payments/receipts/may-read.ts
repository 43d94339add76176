import type { EntityManager } from 'typeorm';
import type { ReceiptType } from '../../../contracts/payments/receipts/receipt-number';
import type { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import type { Person } from '../../access/person';
import { requireRightToRunSession } from '../../enrolment/rosters/must-run-session';
import type { RosterNameReader } from '../../enrolment/rosters/roster-names.read';
import { DomainError } from '../../platform/errors/errors';
import { readOwnPayment } from '../model/payment-facts';

/**
 * Checks by the policy `receipt.read` that a person may read the receipts of an item.
 * @throws DomainError not_found, also for another person's item
 */
export async function assertMayReadReceipt(
  manager: EntityManager,
  own: OwnParticipationRead,
  { type, id }: { type: ReceiptType; id: string },
  accountId: string,
): Promise<void> {
  if (type === 'participant-payment') {
    await readOwnPayment(manager, own, id, accountId);
    return;
  }
  if (type === 'session' || type === 'disbursement-log' || type === 'bonus') {
    const session = type === 'bonus' ? await sessionOfBonus(manager, id) : id;
    await requireRightToRunSession(manager, session, accountId).catch((error: unknown) => {
      throw error instanceof DomainError ? new DomainError('not_found') : error;
    });
    return;
  }
  const rows: object[] = await manager.query(
    type === 'deposit'
      ? `SELECT FROM identity.deposit WHERE id = $1 AND researcher_id = $2`
      : `SELECT FROM identity.wallet_refund r JOIN identity.wallet w ON w.id = r.wallet_id
         WHERE r.id = $1 AND w.researcher_id = $2`,
    [id, accountId],
  );
  if (rows.length === 0) throw new DomainError('not_found');
}

/** @throws DomainError not_found */
async function sessionOfBonus(manager: EntityManager, id: string): Promise<string> {
  const [bonus]: { session_id: string }[] = await manager.query(
    `SELECT session_id FROM research.bonus WHERE id = $1`,
    [id],
  );
  if (!bonus) throw new DomainError('not_found');
  return bonus.session_id;
}

/** Converts a person to the reader of the names in a disbursement log. */
export const rosterNameReaderOf = ({
  account_id,
  researcher_privilege,
}: Person): RosterNameReader => ({
  researcherId: account_id,
  mayLearnNames: researcher_privilege === true,
});
