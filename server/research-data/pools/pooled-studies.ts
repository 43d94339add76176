import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

/** A pool: the class studies that were made from one template and whose data are combined. */
export interface PoolKey {
  readonly templateId: string;
  readonly classroomId: string;
}
export interface PooledStudy {
  readonly study_id: string;
  readonly title: string;
}
export interface PoolContent {
  /** The title and description of the template. */
  readonly title: string;
  readonly description: string;
  readonly studies: readonly PooledStudy[];
  /** How many of the class's studies from this template are not in the pool, by reason. */
  readonly left_out: { readonly not_pooled: number; readonly not_launched: number };
}
/** Something that runs SQL statements: a transaction, or a snapshot. */
export type PoolSqlRunner = Pick<Transaction, 'query'>;

/** Implemented by the context that knows which studies are pooled and who may read their data. */
export interface PooledStudiesPort {
  /** The launched studies of the pool, in the order of their creation. */
  contentOf(on: PoolSqlRunner, pool: PoolKey): Promise<PoolContent>;
  mayRead(on: PoolSqlRunner, pool: PoolKey, accountId: string): Promise<boolean>;
}

/**
 * Asks the teaching context what a pool contains and who may read it. This context cannot import
 * the teaching context, which depends on it. So the teaching context registers itself here
 * (`keptBy`). If it is not loaded, there are no pools.
 */
@Injectable()
export class PooledStudies {
  private keeper: PooledStudiesPort | undefined;

  /** Registers the implementation. @throws Error where there is one already */
  keptBy(keeper: PooledStudiesPort): void {
    if (this.keeper) throw new Error('pools have a keeper already');
    this.keeper = keeper;
  }

  /** @throws Error where no implementation is registered */
  contentOf(on: PoolSqlRunner, pool: PoolKey): Promise<PoolContent> {
    if (!this.keeper) throw new Error('pools have no keeper');
    return this.keeper.contentOf(on, pool);
  }

  async mayRead(on: PoolSqlRunner, pool: PoolKey, accountId: string): Promise<boolean> {
    return (await this.keeper?.mayRead(on, pool, accountId)) === true;
  }
}
