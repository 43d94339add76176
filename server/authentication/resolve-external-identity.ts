import { Email, isOneLine } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { limits } from '../../contracts/base/limits';
import { DomainError } from '../platform/http/errors';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';
import {
  activateAccount,
  activeAccountOf,
  insertAccount,
  lockAccount,
} from '../access/accounts/accounts.store';
import { lockEmail } from '../accounts/email-lock';
import { addIdentity, lockIdentity, type VerifiedIdentity } from './identities.store';
import { completeSignIn, type SignInResult, type SignInProvider } from './complete-sign-in';
import { deleteVerifications, newVerification } from '../accounts/verifications.store';

/**
 * Whom a provider vouched for: everything here was checked, `email_verified` says whether the
 * address was. `proved_at`: when the provider last asked for proof, where it says so.
 */
export interface VerifiedPerson extends VerifiedIdentity {
  email: string | null;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  proved_at?: Date | null;
}
/** What somebody becomes who has no account yet. `invitation_code`: as typed, or its keyed hash. */
export interface NewAccount {
  is_researcher: boolean;
  invitation_code: string | Buffer | null;
  language: Language;
}
export type ResolvedIdentity =
  | { kind: 'entered'; entered: SignInResult; created: boolean }
  | { kind: 'proof_needed'; account_id: string; email: string };

/**
 * What a new or newly verified account needs of contexts above this one: a process hands in their
 * functions, which work in the caller's transaction.
 */
export interface AccountSteps {
  /**
   * Takes one use of a code, as typed or as its hash.
   * @returns false for one that admits nobody.
   */
  useInvitation(tx: Transaction, code: string | Buffer): Promise<boolean>;
  /** The address is locked: its other registrations give way to the account that is ACTIVE now. */
  endOtherRegistrations(tx: Transaction, winner: { id: string; email: string }): Promise<void>;
}
/** `mayMail`: the address has not had too many mails yet; whoever causes them is not told. */
interface Means {
  secrets: Secrets;
  steps: AccountSteps;
  mayMail: boolean;
}
interface Owner {
  id: string;
  email: string;
  status: 'NEW' | 'ACTIVE';
}

/**
 * Signs in whoever a provider vouched for, or makes their account. An address is no proof of an
 * account: who holds an ACTIVE account under it signs in there first and links then
 * (docs/decisions/0017).
 * @throws DomainError identity_unknown, identity_taken, invalid_invitation, account_disabled
 */
export async function resolveExternalIdentity(
  tx: Transaction,
  means: Means,
  person: VerifiedPerson,
  newcomer: NewAccount,
  way: Omit<SignInProvider, 'method' | 'proved_at'>,
  now: Date,
): Promise<ResolvedIdentity> {
  const email = Email.safeParse(person.email).data ?? null;
  await lockIdentity(tx, person);
  if (email !== null) await lockEmail(tx, email);
  const comeIn = async (id: string, created: boolean): Promise<ResolvedIdentity> => ({
    kind: 'entered',
    entered: await completeSignIn(
      tx,
      means.secrets,
      id,
      { ...way, method: person.provider, proved_at: person.proved_at },
      now,
    ),
    created,
  });

  const owner = await ownerOf(tx, person);
  if (owner) {
    if (person.email_verified && owner.email === email)
      await vouchedFor(tx, means.steps, owner, person, now);
    return comeIn(owner.id, false);
  }
  if (email === null) throw new DomainError('identity_unknown');
  const holderId = await activeAccountOf(tx, email);
  if (holderId !== undefined) {
    // Whoever runs a tenant can name any address there: its owner hears of it, as of a
    // registration.
    if (!person.email_verified && means.mayMail)
      tx.record('identity.known-address-registered', { account_id: holderId });
    return { kind: 'proof_needed', account_id: holderId, email };
  }
  return comeIn(await addAccount(tx, means, { ...person, email }, newcomer, now), true);
}

/**
 * The account of an identity, its row locked; looked up again under the lock, since unlinking and
 * the purge hold it too.
 * @throws DomainError identity_taken, when a provider of another kind uses the name of this issuer:
 * an organization's metadata may claim any
 */
async function ownerOf(
  tx: Transaction,
  { provider, issuer, subject }: VerifiedIdentity,
): Promise<Owner | undefined> {
  const find = () =>
    tx.query<{ account_id: string; provider: string }>(
      `SELECT account_id, provider FROM identity.identity WHERE issuer = $1 AND subject = $2`,
      [issuer, subject],
    );
  const [found] = await find();
  if (!found) return undefined;
  if (found.provider !== provider) throw new DomainError('identity_taken');
  const owner = await lockAccount(tx, found.account_id);
  const [still] = await find();
  return still && owner;
}

/**
 * The provider has verified the account's address, perhaps only meanwhile: as good as the key of
 * our own mail. The address is locked.
 */
async function vouchedFor(
  tx: Transaction,
  steps: AccountSteps,
  owner: Owner,
  { issuer, subject }: VerifiedIdentity,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE identity.identity SET unproven = false WHERE issuer = $1 AND subject = $2 AND unproven`,
    [issuer, subject],
  );
  if (owner.status === 'NEW') await activate(tx, steps, owner, now);
}

async function activate(
  tx: Transaction,
  steps: AccountSteps,
  { id, email }: Owner,
  now: Date,
): Promise<void> {
  if (!(await activateAccount(tx, { id, email }, now))) return;
  await deleteVerifications(tx, id);
  await steps.endOtherRegistrations(tx, { id, email });
  tx.record('identity.account-activated', { account_id: id });
  await tx.audit('account-activated', { actor: id, subject: id }, now);
}

/**
 * The address is locked and has no ACTIVE account. A verified one ends the registrations that wait
 * for their verification.
 */
async function addAccount(
  tx: Transaction,
  { secrets, steps, mayMail }: Means,
  person: VerifiedPerson & { email: string },
  { is_researcher, invitation_code, language }: NewAccount,
  now: Date,
): Promise<string> {
  if (is_researcher && !(await steps.useInvitation(tx, invitation_code ?? '')))
    throw new DomainError('invalid_invitation');
  const id = timeOrderedId();
  const status = person.email_verified ? 'ACTIVE' : 'NEW';
  await insertAccount(
    tx,
    {
      id,
      email: person.email,
      first_name: nameOf(person.first_name) || nameOf(person.email.split('@')[0] ?? ''),
      last_name: nameOf(person.last_name),
      is_researcher,
      status,
      language,
    },
    now,
  );
  await addIdentity(tx, id, person, status === 'NEW', now);
  if (status === 'NEW') {
    await newVerification(tx, secrets, id, now);
    if (mayMail) tx.record('identity.verification-requested', { account_id: id });
  } else {
    await steps.endOtherRegistrations(tx, { id, email: person.email });
    tx.record('identity.account-activated', { account_id: id });
  }
  await tx.audit(
    'account-registered',
    { actor: id, subject: id, details: { method: person.provider, status } },
    now,
  );
  return id;
}

/**
 * Somebody else's claim, made to fit our own rule for names: of one line, no halves of characters,
 * at most a hundred.
 */
const nameOf = (claimed: string) =>
  [...claimed.slice(0, limits.name)]
    .map((c) => (isOneLine(c) ? c : ' '))
    .join('')
    .trim();
