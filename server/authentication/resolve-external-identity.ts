import { replaceUnsafeCharacters, Email } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { limits } from '../../contracts/base/limits';
import { DomainError } from '../platform/errors/errors';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';
import {
  activateAccount,
  activeAccountId,
  insertAccount,
  lockAccountRow,
  lockEmail,
  type SignInAccount,
} from '../access/accounts/accounts.store';
import { addIdentity, lockIdentity, type VerifiedIdentity } from './identities.store';
import { completeSignIn, type SignInResult, type FirstFactorDetails } from './complete-sign-in';
import { markVerificationsUsed, createVerification } from '../accounts/verifications.store';

/**
 * A person as a provider describes them, by a statement that was verified. `email_verified`:
 * whether the provider has verified the email address. `proved_at`: when the provider last
 * authenticated the person, if it states that.
 */
export interface VerifiedPerson extends VerifiedIdentity {
  email: string | null;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  proved_at?: Date | null;
}
/**
 * The account to create for a person who has none. `invitation_code`: the code as the person typed
 * it, or its keyed hash.
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
 * The steps for a new or newly verified account that belong to contexts which this context must not
 * import. processes/registration/external-sign-in-steps.ts passes the functions in; they run in the
 * transaction of the sign-in.
 */
export interface NewAccountSteps {
  /**
   * Uses up an invitation code, which is given as the person typed it, or as its hash.
   * @returns false for an invalid code
   */
  useInvitation(tx: Transaction, code: string | Buffer, now: Date): Promise<boolean>;
  /**
   * Deletes all other registrations of the address after the account `winner` has become ACTIVE.
   * The address must be locked.
   */
  deleteOtherRegistrations(tx: Transaction, winner: { id: string; email: string }): Promise<void>;
}
/**
 * `mayMail`: whether the mail quota of the address allows another mail; no response reveals this.
 */
interface Means {
  secrets: Secrets;
  steps: NewAccountSteps;
  mayMail: boolean;
}
interface Owner extends SignInAccount {
  email: string;
  status: 'NEW' | 'ACTIVE';
}

/**
 * Signs in a person whose identity a provider has confirmed, or creates an account for them. If an
 * ACTIVE account has the person's email address, this does not prove that the account is theirs.
 * The person must first sign in to that account, and then link the identity
 * (docs/decisions/accounts-and-registration.md).
 * @throws DomainError identity_unknown, identity_taken, invalid_invitation, account_disabled
 */
export async function resolveExternalIdentity(
  tx: Transaction,
  means: Means,
  person: VerifiedPerson,
  newcomer: NewAccount,
  way: Omit<FirstFactorDetails, 'method' | 'proved_at'>,
  now: Date,
): Promise<ResolvedIdentity> {
  const email = Email.safeParse(person.email).data ?? null;
  await lockIdentity(tx, person);
  if (email !== null) await lockEmail(tx, email);
  const comeIn = async (account: SignInAccount, created: boolean): Promise<ResolvedIdentity> => ({
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
  const holderId = await activeAccountId(tx, email);
  if (holderId !== undefined) {
    // The administrator of a provider's tenant can claim any address, so the owner of the address
    // is notified, as if it had been registered again.
    if (!person.email_verified && means.mayMail)
      tx.record('identity.known-address-registered', { account_id: holderId });
    return { kind: 'proof_needed', account_id: holderId, email };
  }
  const id = await addAccount(tx, means, { ...person, email }, newcomer, now);
  return comeIn({ id, disabled_at: null }, true);
}

/**
 * Locks the account of an identity. Then reads the identity again, since it may have been unlinked,
 * or its account purged, in the meantime.
 * @throws DomainError identity_taken if the issuer and subject were linked through another kind of
 *   provider. An organization can claim any issuer in its metadata, so it could otherwise sign in
 *   as another provider's user
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
  const owner = await lockAccountRow(tx, found.account_id);
  const [still] = await find();
  return still && owner;
}

/**
 * Marks the identity as proven and activates its account, because the provider has meanwhile
 * verified the address. The provider's verification counts as much as the key in this server's own
 * verification mail. The address must be locked.
 */
async function vouchedFor(
  tx: Transaction,
  steps: NewAccountSteps,
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
  steps: NewAccountSteps,
  { id, email }: Owner,
  now: Date,
): Promise<void> {
  if (!(await activateAccount(tx, { id, email }, now))) return;
  await markVerificationsUsed(tx, id);
  await steps.deleteOtherRegistrations(tx, { id, email });
  tx.record('identity.account-activated', { account_id: id });
  await tx.audit('account-activated', { actor: id, subject: id }, now);
}

/**
 * Creates an account. The address must be locked and must have no ACTIVE account. If the address is
 * verified, the other registrations of the address, which wait for their verification, are deleted.
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
    await createVerification(tx, secrets, id, now);
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
 * Adapts a name that a provider states to this server's rule for names: one line, no unpaired
 * surrogates, at most a hundred characters.
 */
const nameOf = (claimed: string) =>
  replaceUnsafeCharacters(claimed.slice(0, limits.name), ' ').trim();
