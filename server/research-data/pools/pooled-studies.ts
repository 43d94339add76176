import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';

/** The studies of a class that were made from one template, and whose answers are put together. */
export interface PoolOf {
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
/** What runs statements: a transaction, or a snapshot. */
export type PoolQuery = Pick<Transaction, 'query'>;

/** What knows which studies are put together, and who may read their answers. */
export interface PoolKeeper {
  /** The studies that were launched, in the order in which they were made. */
  contentOf(on: PoolQuery, pool: PoolOf): Promise<PoolContent>;
  mayRead(on: PoolQuery, pool: PoolOf, accountId: string): Promise<boolean>;
}

/**
 * Where the context that knows classes says what is in a pool: that context knows this one, and not the other way round.
 * Without a keeper there are no pools.
 */
@Injectable()
export class PooledStudies {
  private keeper: PoolKeeper | undefined;

  /** @throws Error where pools have a keeper already */
  keptBy(keeper: PoolKeeper): void {
    if (this.keeper) throw new Error('pools have a keeper already');
    this.keeper = keeper;
  }

  /** @throws Error where pools have no keeper */
  contentOf(on: PoolQuery, pool: PoolOf): Promise<PoolContent> {
    if (!this.keeper) throw new Error('pools have no keeper');
    return this.keeper.contentOf(on, pool);
  }

  async mayRead(on: PoolQuery, pool: PoolOf, accountId: string): Promise<boolean> {
    return (await this.keeper?.mayRead(on, pool, accountId)) === true;
  }
}
