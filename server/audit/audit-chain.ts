import { Injectable } from '@nestjs/common';
import { Secrets } from '../platform/security/secrets';

/**
 * A record as the database writes it: each column as text, so that no byte of it goes past the
 * seal.
 */
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
 * Of `platform.audit a`. Microseconds and the database's own JSON: what a reader sees, and not what
 * JavaScript makes of it.
 */
export const chainColumns = `a.id,
  to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at_text,
  a.action, a.actor_id, a.subject_id, a.details::text AS details_text, a.request_id`;

/**
 * The seal of a record covers its place, its bytes and the seal before it, under a key of the
 * server's secret: who can write to the database but has no key can neither change a record nor
 * make the chain anew.
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

  /** What stands in the log for the words of a note, which are kept with the account. */
  noteMac(id: string, reason: string): string {
    return this.secrets.mac('audit', 'note', id, reason).toString('hex');
  }
}
