import type { Transaction } from '../platform/db/unit-of-work';
import { lockPrivacyOfOwner, tryLockPrivacyOfOwner } from './follow-ups';
import { ownerOf } from './people/study-owner';

/*
 * Locks the privacy of all studies of a study's owner against simultaneous changes (follow-ups.ts).
 * The study may change its owner while a call waits for the lock, so the owner is read again once
 * the lock is held. From then on the owner stays the same, since a transfer needs the locks of both
 * owners (hand-over-studies.ts).
 */

/**
 * @returns the account id of the owner
 * @throws DomainError not_found
 */
export async function lockPrivacyOfStudy(tx: Transaction, studyId: string): Promise<string> {
  for (;;) {
    const owner = await ownerOf(tx, studyId);
    await lockPrivacyOfOwner(tx, owner);
    if ((await ownerOf(tx, studyId)) === owner) return owner;
  }
}

/**
 * Like `lockPrivacyOfStudy`, without waiting.
 * @returns whether the lock was obtained
 */
export async function tryLockPrivacyOfStudy(tx: Transaction, studyId: string): Promise<boolean> {
  const owner = await ownerOf(tx, studyId);
  return (await tryLockPrivacyOfOwner(tx, owner)) && (await ownerOf(tx, studyId)) === owner;
}
