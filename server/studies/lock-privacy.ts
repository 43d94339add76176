import type { Transaction } from '../platform/db/unit-of-work';
import { lockPrivacyChangesOfOwner, tryLockPrivacyChangesOfOwner } from './follow-ups';
import { readStudyOwnerId } from './people/study-owner';

/*
 * Locks the privacy of all studies of a study's owner against simultaneous changes (follow-ups.ts).
 * While a call waits for the lock of the owner, the study may pass to a new owner. So the owner is
 * read again once the lock is held. After that the owner cannot change, since a transfer needs the
 * locks of both owners (hand-over-studies.ts).
 */

/**
 * @returns the account id of the owner
 * @throws DomainError not_found
 */
export async function lockPrivacyChangesOfStudy(tx: Transaction, studyId: string): Promise<string> {
  for (;;) {
    const owner = await readStudyOwnerId(tx, studyId);
    await lockPrivacyChangesOfOwner(tx, owner);
    if ((await readStudyOwnerId(tx, studyId)) === owner) return owner;
  }
}

/**
 * Like `lockPrivacyChangesOfStudy`, without waiting.
 * @returns whether the lock was obtained
 */
export async function tryLockPrivacyChangesOfStudy(
  tx: Transaction,
  studyId: string,
): Promise<boolean> {
  const owner = await readStudyOwnerId(tx, studyId);
  return (
    (await tryLockPrivacyChangesOfOwner(tx, owner)) &&
    (await readStudyOwnerId(tx, studyId)) === owner
  );
}
