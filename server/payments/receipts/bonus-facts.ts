import { readReceiptSession } from '../../enrolment/sessions/receipt-session';
import { rosterTags } from '../../enrolment/rosters/roster-tags';
import type { BonusRow } from '../model/bonus.entity';
import type { ReceiptFactSources, ReceiptStatement } from './receipt-statement';

/**
 * Reads the content of a bonus receipt: what the researchers decided, based on the list that they
 * saw. It does not depend on what participants did afterwards, and never changes. The receipt of
 * pay by answers has a total but no lines, because editors may read it, and editors see no names.
 */
export async function readBonusReceiptFacts(
  { tx, secrets }: ReceiptFactSources,
  id: string,
): Promise<ReceiptStatement<'bonus'> | null> {
  const [bonus] = await tx.query<
    Pick<
      BonusRow,
      'session_id' | 'kind' | 'reason' | 'people' | 'total' | 'fee' | 'currency' | 'day'
    >
  >(
    `SELECT session_id, kind, reason, people, total, fee, currency, day::text AS day FROM research.bonus WHERE id = $1`,
    [id],
  );
  const session = bonus && (await readReceiptSession(tx, bonus.session_id));
  if (!session) return null;
  const payments = await tx.query<{ participation_id: string; amount: number }>(
    `SELECT participation_id, amount FROM research.payment WHERE bonus_id = $1 AND kind <> 'by_answers' ORDER BY id`,
    [id],
  );
  const tags = await rosterTags(
    tx.manager,
    secrets,
    bonus.session_id,
    payments.map(({ participation_id }) => participation_id),
  );
  return {
    facts: {
      kind: bonus.kind,
      reason: bonus.reason,
      decided_on: bonus.day,
      currency: bonus.currency,
      total: Number(bonus.total),
      fees: Number(bonus.fee),
      ...(payments.length < bonus.people && { people: bonus.people }),
      lines: payments.map(({ participation_id, amount }) => ({
        participant: tags.get(participation_id) ?? null,
        amount,
      })),
    },
    words: { study_title: session.title },
  };
}
