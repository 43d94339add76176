import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { StudyStorage } from '../../studies/study-storage';
import { runSeriallyForOwner } from './owner-turn';

/** Runs changes that use storage quota, at most one at a time for each owner. */
@Injectable()
export class OwnerStorage {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly room: StudyStorage,
  ) {}

  /**
   * Runs a change in one transaction. All changes of one owner run one after the other
   * (owner-turn.ts).
   * @throws DomainError quota_exceeded; unauthenticated where the account has been erased
   */
  run<T>(
    ownerId: string,
    work: (tx: Transaction) => Promise<T>,
    requestId: string | null = null,
  ): Promise<T> {
    return runSeriallyForOwner(this.unitOfWork, { ownerId, requestId }, (tx) =>
      this.room.within(tx, ownerId, () => work(tx), { code: 'quota_exceeded' }),
    );
  }
}
