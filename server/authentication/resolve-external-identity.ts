import { asOneLine, Email } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { limits } from '../../contracts/base/limits';
import { DomainError } from '../platform/errors/errors';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';
import {
  activateAccount,
  activeAccountOf,
  insertAccount,
  lockAccount,
  lockEmail,
  type SigningIn,
} from '../access/accounts/accounts.store';
import { addIdentity, lockIdentity, type VerifiedIdentity } from './identities.store';
import { completeSignIn, type SignInResult, type SignInProvider } from './complete-sign-in';
import { spendVerifications, newVerification } from '../accounts/verifications.store';

/**
 * A person as a provider states them. The statement was verified; `email_verified` tells whether
 * the provider verified the address. `proved_at`: when the provider last authenticated the person,
 * where it states that.
 */
export interface VerifiedPerson extends VerifiedIdentity {
  email: string | null;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  proved_at?: Date | null;
}
/**
 * The account to create for a person without one. `invitation_code`: as typed, or its keyed hash.
 */
export interface NewAccount {
  is_researcher: boolean;
  invitation_code: string | Buffer | null;
  language: Language;
}
export type ResolvedIdentity =
  | { kind: 'entered'; entered: SignInResult; created: boolean }
  | { kind: 'proof_needed'; account_id: string; email: string };

/**
 * Functions of contexts that this context may not import, for a new or newly verified account; a process passes them
 * (processes/registration/account-steps.ts), and they run within the transaction of the sign-in.
 */
export interface AccountSteps {
  /**
   * Uses an invitation code once; the code is given as typed or as its hash.
   * @returns false for an invalid code.
   */
  useInvitation(tx: Transaction, code: string | Buffer, now: Date): Promise<boolean>;
  /**
   * Deletes the other registrations of the address, for which `winner` is now the ACTIVE account.
   * Requires the lock on the address.
   */
  deleteOtherRegistrations(tx: Transaction, winner: { id: string; email: string }): Promise<void>;
}
/** `mayMail`: whether the mail quota of the address allows a mail; the caller does not learn this. */
interface Means {
  secrets: Secrets;
  steps: AccountSteps;
  mayMail: boolean;
}
interface Owner extends SigningIn {
  email: string;
  status: 'NEW' | 'ACTIVE';
}

/**
 * Signs in a person whose identity a provider confirmed, or creates their account. A matching
 * address does not prove that an account is theirs: the holder of an ACTIVE account with that
 * address has to sign in to it first and link the identity then (docs/decisions/accounts-and-registration.md).
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
  const comeIn = async (account: SigningIn, created: boolean): Promise<ResolvedIdentity> => ({
    kind: 'entered',
    entered: await completeSignIn(
      tx,
      means.secrets,
      account,
      { ...way, method: person.provider, proved_at: person.proved_at },
      now,
    ),
    created,
  });

  const owner = await ownerOf(tx, person);
  if (owner) {
    if (person.email_verified && owner.email === email)
      await vouchedFor(tx, means.steps, owner, person, now);
    return comeIn(owner, false);
  }
  if (email === null) throw new DomainError('identity_unknown');
  const holderId = await activeAccountOf(tx, email);
  if (holderId !== undefined) {
    // The administrator of a tenant can claim any address: its owner is notified, as of a
    // registration.
    if (!person.email_verified && means.mayMail)
      tx.record('identity.known-address-registered', { account_id: holderId });
    return { kind: 'proof_needed', account_id: holderId, email };
  }
  const id = await addAccount(tx, means, { ...person, email }, newcomer, now);
  return comeIn({ id, disabled_at: null }, true);
}

/**
 * Locks the account of an identity, and reads the identity again under that lock: unlinking and the
 * purge take it too.
 * @throws DomainError identity_taken, when a provider of another kind uses the same issuer: an
 * organization's metadata may claim any
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
 * Marks the identity as proven and activates its account, since the provider has verified the
 * address, perhaps only after the registration: this counts as much as the key of our own verification mail.
 * Requires the lock on the address.
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
  await spendVerifications(tx, id);
  await steps.deleteOtherRegistrations(tx, { id, email });
  tx.record('identity.account-activated', { account_id: id });
  await tx.audit('account-activated', { actor: id, subject: id }, now);
}

/**
 * Requires the lock on the address, which has no ACTIVE account. A verified address ends the
 * registrations that wait for their verification.
 */
async function addAccount(
  tx: Transaction,
  { secrets, steps, mayMail }: Means,
  person: VerifiedPerson & { email: string },
  { is_researcher, invitation_code, language }: NewAccount,
  now: Date,
): Promise<string> {
  if (is_researcher && !(await steps.useInvitation(tx, invitation_code ?? '', now)))
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
    await steps.deleteOtherRegistrations(tx, { id, email: person.email });
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
 * A provider's claim, adapted to our rule for names: one line, no unpaired surrogates, at most a
 * hundred characters.
 */
const nameOf = (claimed: string) => asOneLine(claimed.slice(0, limits.name), ' ').trim();
