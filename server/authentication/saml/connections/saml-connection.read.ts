import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../../contracts/base/fields';
import { limits } from '../../../../contracts/base/limits';
import type { SamlChange, SamlConnection } from '../../../../contracts/authentication/saml';
import { pageOfRows, decodeCursor } from '../../../platform/http/cursor';
import { describeCertificate } from './certificates.rule';
import { domainForDisplay } from './shown-domain';
import {
  domainsOfConnectionSql,
  effectTimeOfPendingChange,
  testResultOfPendingChange,
  type PendingChangeTestResult,
} from './trust';
import {
  pendingSettingDifferences,
  type ConnectionSettings,
  type SettingDifference,
  type PendingTrustChange,
} from './trust-change.rule';
import { fullNameSql } from '../../../access/accounts/full-name.sql';

interface Row extends ConnectionSettings {
  id: string;
  trusted_at: Date | null;
  waiting: PendingTrustChange | null;
  waiting_since: Date | null;
  waiting_by: string | null;
  waiting_by_name: string | null;
  waiting_test: PendingChangeTestResult | null;
  last_test_at: Date | null;
  last_test_ok: boolean | null;
  last_test_code: string | null;
  last_test_detail: string | null;
  faults: { code: string; count: number; last_at: string; last_request_id: string }[];
  created_at: Date;
  updated_at: Date;
}

const columns = `c.*, ${domainsOfConnectionSql} AS domains, (SELECT ${fullNameSql('p')} FROM identity.person p
  WHERE p.id = c.waiting_by) AS waiting_by_name, COALESCE((SELECT json_agg(f ORDER BY f.last_at DESC, f.code) FROM (
   SELECT code, sum(count)::integer AS count, max(last_at) AS last_at,
     (array_agg(last_request_id ORDER BY last_at DESC, day DESC))[1] AS last_request_id
   FROM identity.saml_fault WHERE connection_id = c.id GROUP BY code) f), '[]') AS faults`;

/** Reads the fields of connections that administrators may see, newest connection first. */
@Injectable()
export class SamlConnectionRead {
  constructor(private readonly source: DataSource) {}

  async list({ limit = limits.pageSize, cursor }: { limit?: number; cursor?: string }) {
    const rows: Row[] = await this.source.query(
      `SELECT ${columns} FROM identity.saml_connection c WHERE $1::uuid IS NULL OR c.id < $1 ORDER BY c.id DESC LIMIT $2`,
      [decodeCursor(Id, cursor), limit + 1],
    );
    return pageOfRows(rows.map(shown), limit, (last) => last._id);
  }

  async one(id: string): Promise<SamlConnection | undefined> {
    const [row]: Row[] = await this.source.query(
      `SELECT ${columns} FROM identity.saml_connection c WHERE c.id = $1`,
      [id],
    );
    return row && shown(row);
  }
}

/**
 * Converts a difference for the response. Describes each certificate, so that people can compare
 * it.
 */
const shownDifference = (one: SettingDifference): SamlChange =>
  one.field === 'certificates'
    ? {
        field: one.field,
        added: one.added.map(describeCertificate),
        removed: one.removed.map(describeCertificate),
        kept: one.kept.map(describeCertificate),
      }
    : one;

/**
 * Returns the test of the waiting change without its `asked_at`, since the connection already shows
 * when the change was requested.
 */
function shownTest(row: Row) {
  const test = testResultOfPendingChange(row);
  return test && { at: test.at, ok: test.ok, code: test.code, detail: test.detail };
}

const shown = (row: Row): SamlConnection => ({
  _id: row.id,
  organization: row.organization,
  domains: row.domains,
  domains_shown: row.domains.map(domainForDisplay),
  entity_id: row.entity_id,
  sso_url: row.sso_url,
  certificates: row.certificates.map(describeCertificate),
  enabled: row.enabled,
  waiting: row.waiting &&
    row.waiting_since && {
      provider: row.waiting.provider
        ? {
            ...row.waiting.provider,
            certificates: row.waiting.provider.certificates.map(describeCertificate),
          }
        : null,
      enables: row.waiting.enabled === true,
      changes: pendingSettingDifferences(row, row.waiting).map(shownDifference),
      last_test: shownTest(row),
      asked_by: row.waiting_by,
      asked_by_name: row.waiting_by_name,
      asked_at: row.waiting_since.toISOString(),
      in_force_at: effectTimeOfPendingChange(row.waiting_since).toISOString(),
    },
  last_test: row.last_test_at && {
    at: row.last_test_at.toISOString(),
    ok: row.last_test_ok ?? false,
    code: row.last_test_code ?? '',
    detail: row.last_test_detail,
  },
  faults: row.faults.map(({ last_at, ...fault }) => ({
    ...fault,
    last_at: new Date(last_at).toISOString(),
  })),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
