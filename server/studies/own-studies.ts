import type { DataSource } from 'typeorm';
import { DomainError } from '../platform/http/errors';
import { mayOnStudySql } from './study.policy';

/** @throws DomainError not_found unless the account may run each of the studies. */
export async function mustOwnStudies(
  source: DataSource,
  ids: readonly string[],
  accountId: string,
): Promise<void> {
  if (ids.length === 0) return;
  const own: { id: string }[] = await source.query(
    `SELECT st.id FROM research.study st
     WHERE st.id = ANY($1::uuid[]) AND ${mayOnStudySql('run', 'st', '$2::uuid')}`,
    [ids, accountId],
  );
  const known = new Set(own.map((study) => study.id));
  // PostgreSQL writes ids in lower case; callers may use upper case.
  if (!ids.every((id) => known.has(id.toLowerCase()))) throw new DomainError('not_found');
}
