import type { EntityManager } from 'typeorm';
import { readSessionLabels, type SessionLabel } from '../../enrolment/sessions/session-labels';
import type { StudyGate } from '../../studies/people/study-gate';

type Source = Pick<EntityManager, 'query'>;

export interface PaidSession extends SessionLabel {
  readonly currency: string;
  /** Ledger accounts; `payable` is null before the first approval. */
  readonly hold: string;
  readonly payable: string | null;
}

/** The wallets and sessions whose expenses a researcher reads. */
export interface ExpenseScope {
  /** Ledger accounts that belong to no session: wallets and their gift codes. */
  readonly ownAccounts: readonly string[];
  /** Sessions that these wallets pay, newest first. */
  readonly sessions: readonly PaidSession[];
}

interface Hold {
  session_id: string;
  currency: string;
  account_id: string;
  payable_account_id: string | null;
}

/**
 * Reads the researcher's own wallets, and the sessions that these wallets pay. Some of the sessions
 * may have another owner by now.
 */
export async function readOwnExpenseScope(
  source: Source,
  accountId: string,
): Promise<ExpenseScope> {
  const wallets: { account_id: string; gift_account_id: string | null }[] = await source.query(
    `SELECT account_id, gift_account_id FROM identity.wallet WHERE researcher_id = $1`,
    [accountId],
  );
  const holds: Hold[] = await source.query(
    `SELECT session_id, currency, account_id, payable_account_id FROM research.session_hold
     WHERE wallet_account_id = ANY($1::uuid[])`,
    [wallets.map(({ account_id }) => account_id)],
  );
  return {
    ownAccounts: wallets.flatMap(({ account_id, gift_account_id }) =>
      gift_account_id === null ? [account_id] : [account_id, gift_account_id],
    ),
    sessions: await inWords(source, holds, accountId),
  };
}

/**
 * Reads the sessions of a study, for a person who works on it, without the wallets that pay. A
 * former owner of the study gets only the sessions that their own wallets pay.
 * @throws DomainError not_found, forbidden
 */
export async function readStudyExpenseScope(
  source: Source,
  gate: StudyGate,
  accountId: string,
  studyId: string,
): Promise<ExpenseScope> {
  const own = narrowExpenseScope(await readOwnExpenseScope(source, accountId), { study: studyId });
  const mayRead = await gate.must('read', studyId, accountId).then(
    () => true,
    (error: unknown) => {
      if (own.sessions.length === 0) throw error;
      return false;
    },
  );
  if (!mayRead) return own;
  const holds: Hold[] = await source.query(
    `SELECT h.session_id, h.currency, h.account_id, h.payable_account_id
     FROM research.recruitment s JOIN research.session_hold h ON h.session_id = s.id WHERE s.study_id = $1`,
    [studyId],
  );
  return { ownAccounts: [], sessions: await inWords(source, holds, accountId) };
}

/**
 * Returns the part of a scope that concerns one study or one session. Leaves out wallets, which
 * belong to no study or session.
 */
export function narrowExpenseScope(
  scope: ExpenseScope,
  { study, session }: { study?: string | undefined; session?: string | undefined },
): ExpenseScope {
  if (study === undefined && session === undefined) return scope;
  return {
    ownAccounts: [],
    sessions: scope.sessions.filter(
      ({ id, study_id }) =>
        (study === undefined || study_id === study) && (session === undefined || id === session),
    ),
  };
}

/** Lists all accounts of a scope, each with the session to which its entries are attributed. */
export const ledgerAccountsOfScope = ({ ownAccounts, sessions }: ExpenseScope) => [
  ...ownAccounts.map((id) => ({ id, owner: null })),
  ...sessions.flatMap(({ id: owner, hold, payable }) =>
    payable === null
      ? [{ id: hold, owner }]
      : [
          { id: hold, owner },
          { id: payable, owner },
        ],
  ),
];

async function inWords(
  source: Source,
  holds: readonly Hold[],
  accountId: string,
): Promise<PaidSession[]> {
  const words = await readSessionLabels(
    source,
    holds.map(({ session_id }) => session_id),
    accountId,
  );
  return holds
    .flatMap(({ session_id, currency, account_id, payable_account_id }) => {
      const session = words.get(session_id);
      return session
        ? [{ ...session, currency, hold: account_id, payable: payable_account_id }]
        : [];
    })
    .sort((one, other) => (one.id < other.id ? 1 : -1));
}
