import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockAccountAgainstErasure } from '../model/owner-turn';
import { ensureRootFolder } from '../model/root-folder';

/** Returns the root folder of an account, and creates it when it is first read. */
@Injectable()
export class AccountRootFolder {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns its id */
  async of(accountId: string): Promise<string> {
    const [root]: { id: string }[] = await this.source.query(
      'SELECT id FROM research.resource WHERE owner_id = $1 AND parent_id IS NULL',
      [accountId],
    );
    return root?.id ?? this.made(accountId);
  }

  private made(accountId: string): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      await lockAccountAgainstErasure(tx, accountId);
      return ensureRootFolder(tx, accountId, this.clock.now());
    });
  }
}
