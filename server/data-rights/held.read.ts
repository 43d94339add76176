import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { files, type FileName, type Section } from './holdings';
import { HeldResearchRead } from './held-research.read';

export type Rows = readonly object[];
/** The content of one file: rows by section. */
export type Held = Readonly<Record<string, Rows>>;

/** Everything held about one person, a file at a time (GDPR, article 15). */
@Injectable()
export class HeldRead {
  constructor(private readonly source: DataSource, private readonly research: HeldResearchRead) {}

  async file(name: FileName, accountId: string): Promise<Held> {
    switch (name) {
      case 'participations': return this.research.participations(accountId);
      case 'agreements': return { agreements: await this.research.agreements(accountId) };
      case 'studies': return this.research.studies(accountId);
      case 'roster-accesses': return this.research.rosters(accountId);
      case 'audit-log': return { records: await this.audit(accountId) };
      default: return this.sections(files[name], accountId);
    }
  }

  private async sections(sections: readonly Section[], accountId: string): Promise<Held> {
    const held: Record<string, Rows> = {};
    for (const section of sections) held[section.name] = await this.section(section, accountId);
    return held;
  }

  private async section({ table, where, without }: Section, accountId: string): Promise<Rows> {
    const rows: { row: object }[] = await this.source.query(`SELECT to_jsonb(t) - $2::text[] AS row FROM ${table} t WHERE ${where} ORDER BY t`, [accountId, without]);
    return rows.map(({ row }) => row);
  }

  /** Other people in a record are "somebody else": their ids are theirs. */
  private audit(accountId: string): Promise<Rows> {
    const who = (column: string) => `CASE WHEN ${column} = $1 THEN 'you' WHEN ${column} IS NOT NULL THEN 'somebody else' END`;
    return this.source.query(
      `SELECT id, at, action, ${who('actor_id')} AS by, ${who('subject_id')} AS about, details, request_id FROM platform.audit WHERE actor_id = $1 OR subject_id = $1 ORDER BY at, id`, [accountId]);
  }
}
