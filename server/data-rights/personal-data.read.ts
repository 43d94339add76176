import { Injectable } from '@nestjs/common';
import { files, type FileName, type Section } from './personal-data';
import { ResearchDataRead } from './research-data.read';
import { rowsOf, type PagedRows } from './paged-rows';
import type { Snapshot } from './snapshot';

const isTables = (name: FileName): name is keyof typeof files => name in files;

/** Everything held about one person, a file at a time (GDPR, article 15). */
@Injectable()
export class PersonalDataRead {
  constructor(private readonly researchDataRead: ResearchDataRead) {}

  file(snapshot: Snapshot, name: FileName, accountId: string): PagedRows[] {
    if (isTables(name))
      return files[name].map((section: Section) => ({
        name: section.name,
        pages: this.section(snapshot, section, accountId),
      }));
    switch (name) {
      case 'participations':
        return this.researchDataRead.participations(snapshot, accountId);
      case 'agreements':
        return [
          { name: 'agreements', pages: this.researchDataRead.agreements(snapshot, accountId) },
        ];
      case 'studies':
        return this.researchDataRead.studies(snapshot, accountId);
      case 'roster-accesses':
        return this.researchDataRead.rosters(snapshot, accountId);
      case 'audit-log':
        return [{ name: 'records', pages: this.audit(snapshot, accountId) }];
    }
  }

  private section(
    snapshot: Snapshot,
    { table, where, without }: Section,
    accountId: string,
  ): PagedRows['pages'] {
    return rowsOf(
      snapshot.pages<{ row: object }>(
        `SELECT to_jsonb(t) - $2::text[] AS row FROM ${table} t WHERE ${where} ORDER BY t`,
        [accountId, without],
      ),
    );
  }

  /** Other people in a record are "somebody else": their ids are theirs. */
  private audit(snapshot: Snapshot, accountId: string): PagedRows['pages'] {
    const who = (column: string) =>
      `CASE WHEN ${column} = $1 THEN 'you' WHEN ${column} IS NOT NULL THEN 'somebody else' END`;
    return snapshot.pages<object>(
      `SELECT id, at, action, ${who('actor_id')} AS by, ${who('subject_id')} AS about, details, request_id
       FROM platform.audit WHERE actor_id = $1 OR subject_id = $1 ORDER BY at, id`,
      [accountId],
    );
  }
}
