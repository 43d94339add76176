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

/** Where the chain begins: after the last record that was cut off. */
export interface ChainStart {
  sequence: string;
  seal: Buffer;
  /** Times to the microsecond, as the database writes them (UTC). */
  at_text: string;
  kept_from_text: string;
  cut_at_text: string;
}

/** A time to the microsecond, UTC, in the form that a seal covers. */
export const timeText = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * The columns of `platform.audit a`. Microseconds and the database's own JSON: the seal covers the
 * stored text, not JavaScript's conversion of it.
 */
export const chainColumns = `a.id,
  ${timeText('a.at')} AS at_text,
  a.action, a.actor_id, a.subject_id, a.details::text AS details_text, a.request_id`;

/**
 * The id of the note that a record of `platform.audit a` names, as the type of the notes' key. A
 * record that was tampered with may hold any text there.
 */
export const noteId = `CASE WHEN a.details ->> 'note' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  THEN (a.details ->> 'note')::uuid END`;

/**
 * The seal of a record covers its position, its bytes and the previous seal, under a key of the
 * server's secret: an attacker who can write to the database but has no key can neither change a
 * record nor rebuild the chain.
 */
@Injectable()
export class AuditChain {
  constructor(private readonly secrets: Secrets) {}

  seal(before: Buffer | null, sequence: bigint, r: ChainRecord): Buffer {
    return this.secrets.stamp('audit', ...this.partsOf(before, sequence, r));
  }

  /** Whether the seal is the record's, under the version of the key that it names. */
  isSeal(seal: Buffer, before: Buffer | null, sequence: bigint, r: ChainRecord): boolean {
    return (
      // The seal is not under an older key than the one before: a thief of that key cannot continue the chain
      // with it.
      (before === null || this.secrets.versionOf(seal) >= this.secrets.versionOf(before)) &&
      this.secrets.isStamp(seal, 'audit', ...this.partsOf(before, sequence, r))
    );
  }

  /**
   * Whether this process may add a record after this seal: not if the seal is under a later version of the
   * key, which this process does not have yet.
   */
  mayFollow(seal: Buffer | null): boolean {
    return seal === null || this.secrets.versionOf(seal) <= this.secrets.version;
  }

  private partsOf(before: Buffer | null, sequence: bigint, r: ChainRecord): string[] {
    const record = JSON.stringify([
      r.id,
      r.at_text,
      r.action,
      r.actor_id,
      r.subject_id,
      r.details_text,
      r.request_id,
    ]);
    return ['chain', String(sequence), (before ?? Buffer.alloc(32)).toString('hex'), record];
  }

  /**
   * A hash under the chain's key: without the key it is impossible to pretend that a beginning was cut off.
   */
  startMac(start: ChainStart): Buffer {
    return this.secrets.stamp('audit', ...startParts(start));
  }

  isStartMac(mac: Buffer, start: ChainStart): boolean {
    return this.secrets.isStamp(mac, 'audit', ...startParts(start));
  }

  /** Whether this is the hash that the log stores in place of a note's text (hexadecimal). */
  isNoteMac(mac: string, id: string, reason: string): boolean {
    return this.secrets.isStamp(Buffer.from(mac, 'hex'), 'audit', 'note', id, reason);
  }
}

const startParts = ({ sequence, seal, at_text, kept_from_text, cut_at_text }: ChainStart) => [
  'start',
  sequence,
  seal.toString('hex'),
  at_text,
  kept_from_text,
  cut_at_text,
];
