import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { badField } from '../../platform/errors/errors';
import { organizationRowColumns, organizationRowOf } from './organization-row';
import { RorApi } from './ror-api';
import { hasRorChecksum } from './ror-id.rule';

/**
 * Checks identifiers of organizations that people enter. If a person entered no identifier, it does
 * not search for one.
 */
@Injectable()
export class OrganizationIdChecker {
  constructor(
    private readonly source: DataSource,
    private readonly ror: RorApi,
  ) {}

  /**
   * Checks an identifier that a person entered, and stores the registry's answer, so that the
   * review can use the organization's domains. The caller must call it before the transaction
   * begins, since it may send a request to the registry. If no registry is configured, or the
   * registry does not answer, an unknown identifier with the right checksum is accepted, and the
   * hints for the review say so.
   * @throws DomainError validation_failed for a text that cannot be an identifier, or that the
   * registry does not know
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
       FROM jsonb_to_record($1::jsonb) AS o (${organizationRowColumns}) ON CONFLICT (ror_id) DO NOTHING`,
      [JSON.stringify(organizationRowOf(organization))],
    );
  }
}
