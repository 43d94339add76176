import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { badField } from '../../platform/http/errors';
import { rowColumns, rowOf } from './organization-row';
import { RorApi } from './ror-api';
import { hasRorChecksum } from './ror-id.rule';

/** Identifiers are never invented: an account has the one that the person gave, and only that. */
@Injectable()
export class KnownOrganizations {
  constructor(
    private readonly source: DataSource,
    private readonly ror: RorApi,
  ) {}

  /**
   * Call it before the transaction: the registry itself may be asked, and what it says is kept, so
   * that its domains are there for the review. An identifier that is well formed is taken where
   * there is no list to look it up in, or the registry does not answer; the review's hints say so.
   * @throws DomainError validation_failed for an identifier that can't be one, or that the registry
   * does not know
   */
  async mustBePossible(rorId: string): Promise<void> {
    const known: unknown[] = await this.source.query(
      `SELECT 1 FROM identity.organization WHERE ror_id = $1`,
      [rorId],
    );
    if (known.length > 0) return;
    if (!hasRorChecksum(rorId)) throw badField('organization_ror_id', 'invalid');
    if (!this.ror.isConfigured) return;
    const organization = await this.ror.byId(rorId).catch(() => undefined);
    if (organization === undefined) return;
    if (organization === null) throw badField('organization_ror_id', 'not_one_of');
    await this.source.query(
      `INSERT INTO identity.organization (id, source, name, country, ror_id, aliases, domains, names)
       SELECT id, 'ror', name, country, ror_id, aliases, domains, names
       FROM jsonb_to_record($1::jsonb) AS o (${rowColumns}) ON CONFLICT (ror_id) DO NOTHING`,
      [JSON.stringify(rowOf(organization))],
    );
  }
}
