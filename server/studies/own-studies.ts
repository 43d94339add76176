import type { DataSource } from 'typeorm';
import { DomainError } from '../platform/errors/errors';
import { mayOnStudySql } from './study.policy';

/**
 * Whether any of several studies has ever promised not to reveal who took part, or who left early.
 * A study with this promise must not be combined with other studies. If another study shows names,
 * counts over the two studies could identify a person who completed both.
 */
export async function hasAnyPrivacyPromise(
  source: DataSource,
  ids: readonly string[],
): Promise<boolean> {
  if (new Set(ids.map((id) => id.toLowerCase())).size < 2) return false;
  const promised: unknown[] = await source.query(
    `SELECT 1 FROM research.study
     WHERE id = ANY($1::uuid[]) AND (ever_anonymous OR ever_on_completion) LIMIT 1`,
    [ids],
  );
  return promised.length > 0;
}

/**
 * Checks that the account may run each of the studies.
 * @throws DomainError not_found
 */
export async function mustBeAllowedToRunStudies(
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
  // PostgreSQL returns ids in lower case, but a caller may have written them in upper case.
  if (!ids.every((id) => known.has(id.toLowerCase()))) throw new DomainError('not_found');
}
