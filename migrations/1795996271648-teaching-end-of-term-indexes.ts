import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

/**
 * Indexes to find the rows that refer to a class study, its sessions or its consent forms, when the
 * study is erased.
 */
const indexes: readonly (readonly [name: string, definition: string])[] = [
  ['research.agreement_consent', 'ON research.agreement (consent_id)'],
  ['research.session_consent', 'ON research.session (consent_id)'],
  ['identity.roster_access_study', 'ON identity.roster_access (study_id)'],
  ['identity.roster_access_session', 'ON identity.roster_access (session_id)'],
  ['identity.webhook_study', 'ON identity.webhook (study_id)'],
  ['identity.assignment_study', 'ON identity.assignment (study_id)'],
];

export class TeachingEndOfTermIndexes1795996271648 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of indexes) await createIndexConcurrently(db, name, definition);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [name] of indexes.toReversed()) await dropIndexConcurrently(db, name);
  }
}
