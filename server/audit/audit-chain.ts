import { Injectable } from '@nestjs/common';
import { SealedChain } from '../platform/security/sealed-chain';
import { Secrets } from '../platform/security/secrets';

/**
 * An audit record as the database writes it. Each column is a text, so that the record's seal (its
 * keyed hash in the chain) covers every byte.
 */
export interface AuditChainRecord {
  id: string;
  at_text: string;
  action: string;
  actor_id: string | null;
  subject_id: string | null;
  details_text: string;
  request_id: string | null;
}

/** Where the chain begins: after the last record that was deleted. */
export interface AuditChainStart {
  sequence: string;
  seal: Buffer;
  /** Times in UTC to the microsecond, as the database writes them. */
  at_text: string;
  kept_from_text: string;
  cut_at_text: string;
}

/** SQL for a time in UTC to the microsecond, in the form that a seal covers. */
export const auditTimeSql = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The columns of `platform.audit a` that a seal covers. PostgreSQL writes the times, with
 * microseconds, and the JSON as text, because JavaScript's conversion could change them.
 */
export const sealedAuditColumnsSql = `a.id,
  ${auditTimeSql('a.at')} AS at_text,
  a.action, a.actor_id, a.subject_id, a.details::text AS details_text, a.request_id`;

/**
 * SQL for the id of the note that a record of `platform.audit a` refers to. It is NULL if the text
 * is not a UUID, because an attacker may have written any text there.
 */
export const noteIdSql = `CASE WHEN a.details ->> 'note' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  THEN (a.details ->> 'note')::uuid END`;

/** The hash chain over the audit log (server/platform/security/sealed-chain.ts). */
@Injectable()
export class AuditChain {
  private readonly chain: SealedChain;

  constructor(private readonly secrets: Secrets) {
    this.chain = new SealedChain(secrets, 'audit');
  }

  seal(before: Buffer | null, sequence: bigint, r: AuditChainRecord): Buffer {
    return this.chain.seal(before, sequence, textOf(r));
  }

  isSeal(seal: Buffer, before: Buffer | null, sequence: bigint, r: AuditChainRecord): boolean {
    return this.chain.isSeal(seal, before, sequence, textOf(r));
  }

  mayFollow(seal: Buffer | null): boolean {
    return this.chain.mayFollow(seal);
  }

  /**
   * Computes a keyed hash of the beginning of the chain, so that a person without the key cannot
   * pretend that older records were deleted.
   */
  startMac(start: AuditChainStart): Buffer {
    return this.secrets.stamp('audit', ...startParts(start));
  }

  isStartMac(mac: Buffer, start: AuditChainStart): boolean {
    return this.secrets.isStamp(mac, 'audit', ...startParts(start));
  }

  /**
   * Whether this text is the keyed hash (hexadecimal) of a note. The audit log contains the hash
   * instead of the note's text.
   */
  isNoteMac(mac: string, id: string, reason: string): boolean {
    return this.secrets.isStamp(Buffer.from(mac, 'hex'), 'audit', 'note', id, reason);
  }
}

const startParts = ({ sequence, seal, at_text, kept_from_text, cut_at_text }: AuditChainStart) => [
  'start',
  sequence,
  seal.toString('hex'),
  at_text,
  kept_from_text,
  cut_at_text,
];

const textOf = (r: AuditChainRecord): string =>
  JSON.stringify([
    r.id,
    r.at_text,
    r.action,
    r.actor_id,
    r.subject_id,
    r.details_text,
    r.request_id,
  ]);
