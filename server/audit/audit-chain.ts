import { Injectable } from '@nestjs/common';
import { Secrets } from '../platform/security/secrets';

/** A record as the database writes it: each column as text, so that the seal covers every byte. */
export interface ChainRecord {
  id: string;
  at_text: string;
  action: string;
  actor_id: string | null;
  subject_id: string | null;
  details_text: string;
  request_id: string | null;
}

/**
 * The columns of `platform.audit a`. Microseconds and the database's own JSON: the seal covers the
 * stored text, not JavaScript's conversion of it.
 */
export const chainColumns = `a.id,
  to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at_text,
  a.action, a.actor_id, a.subject_id, a.details::text AS details_text, a.request_id`;

/**
 * The seal of a record covers its position, its bytes and the previous seal, under a key of the
 * server's secret: an attacker who can write to the database but has no key can neither change a
 * record nor rebuild the chain.
 */
@Injectable()
export class AuditChain {
  constructor(private readonly secrets: Secrets) {}

  seal(before: Buffer | null, sequence: bigint, r: ChainRecord): Buffer {
    const record = JSON.stringify([
      r.id,
      r.at_text,
      r.action,
      r.actor_id,
      r.subject_id,
      r.details_text,
      r.request_id,
    ]);
    return this.secrets.mac(
      'audit',
      'chain',
      String(sequence),
      (before ?? Buffer.alloc(32)).toString('hex'),
      record,
    );
  }

  /** The hash that the log stores in place of a note's text, which is kept with the account. */
  noteMac(id: string, reason: string): string {
    return this.secrets.mac('audit', 'note', id, reason).toString('hex');
  }
}
