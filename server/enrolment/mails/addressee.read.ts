import type {
  ParticipationState,
  RejectionCategory,
} from '../../../contracts/enrolment/participations';
import type { SessionPayer, PaymentTerms } from '../../../contracts/studies/payment-terms';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { Batcher } from '../../platform/concurrency/batcher';
import { prepared } from '../../platform/db/prepared';
import type { MailDependencies } from '../../platform/messaging/mail-source';
import { hasSlotsSql } from '../model/state-of-day';
import { payerSql } from '../model/payer.sql';
import type { TransitionActor } from '../model/participation.rule';
import { accountOfLink, type AccountReference } from '../links/participation-links';

/** A participation and the recipient of a mail about it. */
export interface Addressee extends Recipient {
  /**
   * The recipient's account, by which the notification preferences are found. It is kept only in
   * memory, never stored with the mail.
   */
  account_id: string;
  state: ParticipationState;
  study_id: string;
  title: string;
  duration_minutes: number;
  due_at: Date | null;
  closes_at: Date | null;
  /** Whether the study is on site or by video, so that the participant must choose a slot. */
  by_appointment: boolean;
  /**
   * Why the current state was reached: a text by the person who decided, or a code of the product
   * such as `session_closed`.
   */
  reason: string | null;
  category: RejectionCategory | null;
  moved_by: TransitionActor;
  has_started: boolean;
  /** Whether the session pays a reward. */
  is_paid: boolean;
  reward_amount: number | null;
  reward_currency: string | null;
  payment_terms: PaymentTerms | null;
  payer: SessionPayer | null;
  updated_at: Date;
  /** Whether the last transition overturned a rejection or a cancellation. */
  is_overturned: boolean;
  /** Why the consent form was withdrawn, for the participants; null while it is valid. */
  consent_reason: string | null;
}

/**
 * SQL condition for a row of `research.participation`: its last transition overturned a rejection
 * or a cancellation.
 */
const lastStepOverturned = (p: string) => `coalesce((
  SELECT m.from_state IN ('rejected', 'nullified') FROM research.participation_move m
  WHERE m.participation_id = ${p}.id AND m.from_state IS DISTINCT FROM m.to_state
  ORDER BY m.id DESC LIMIT 1), false)`;

type About = Omit<Addressee, keyof Recipient | 'account_id'>;

const participations = prepared<About & AccountReference>(
  'mail-participations',
  `SELECT l.participation_id, l.account, l.account_id, p.state, p.due_at, p.study_id, s.closes_at,
     p.move_reason AS reason, p.move_category AS category, p.moved_by,
     p.started_at IS NOT NULL AS has_started, coalesce(s.reward_amount, 0) > 0 AS is_paid, c.withdrawn_reason AS consent_reason,
     s.reward_amount, s.reward_currency, nullif(s.snapshot->'payment_terms', 'null') AS payment_terms,
     ${payerSql('s', 'p.study_id')} AS payer, p.updated_at, ${lastStepOverturned('p')} AS is_overturned,
     s.snapshot->>'title' AS title, ${hasSlotsSql('s')} AS by_appointment,
     (s.snapshot->>'duration_minutes')::integer AS duration_minutes
   FROM unnest($1::uuid[]) AS k (id)
   JOIN identity.participation_link l ON l.participation_id = k.id
   JOIN research.participation p ON p.id = k.id
   JOIN research.session s ON s.id = p.session_id
   LEFT JOIN research.consent_document c ON c.id = s.consent_id`,
);
const people = prepared<Recipient & { id: string }>(
  'mail-people',
  `SELECT a.id, ${recipientColumns} FROM identity.person a WHERE a.id = ANY($1::uuid[])`,
);

const readers = new WeakMap<MailDependencies, Batcher<string, Addressee | undefined>>();

/**
 * Finds the participant to whom a mail about a participation goes. The event does not name the account, so it is read
 * from the link table, under the only database role that may read it (docs/domain.md, 4). Neither the mail request nor
 * its row in platform.mail stores the account. Simultaneous calls share one query.
 * @returns undefined if the participation, its account or the link between them was deleted
 */
export function addresseeOf(
  participationId: string,
  services: MailDependencies,
): Promise<Addressee | undefined> {
  const reader = readers.get(services) ?? new Batcher((ids) => addresseesOf(ids, services));
  readers.set(services, reader);
  return reader.load(participationId);
}

async function addresseesOf(
  participationIds: readonly string[],
  { links, secrets }: MailDependencies,
): Promise<(Addressee | undefined)[]> {
  const found = (await participations(links, [participationIds])).flatMap((row) => {
    const account_id = accountOfLink(secrets, row);
    return account_id === null ? [] : [{ ...row, account_id }];
  });
  if (found.length === 0) return participationIds.map(() => undefined);
  const rows = await people(links, [found.map(({ account_id }) => account_id)]);
  const recipients = new Map(rows.map(({ id, ...recipient }) => [id, recipient]));
  const addressees = new Map<string, Addressee>();
  for (const { participation_id, account: _, account_id, ...about } of found) {
    const recipient = recipients.get(account_id);
    if (recipient) addressees.set(participation_id, { ...about, ...recipient, account_id });
  }
  return participationIds.map((id) => addressees.get(id));
}
