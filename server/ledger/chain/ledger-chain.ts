import { Injectable } from '@nestjs/common';
import { SealedChain } from '../../platform/security/sealed-chain';
import { Secrets } from '../../platform/security/secrets';

/**
 * An entry with its postings, as the text from which its seal (a keyed hash) is computed. The
 * database writes the text.
 */
export interface SealedEntryText {
  entry_id: string;
  /** JSON: the entry's columns, then each posting with its account's kind and unit. */
  text: string;
}

/**
 * SQL: the text from which the seal of `ledger.entry e` is computed: the entry's columns and
 * postings.
 */
export const sealedEntryTextSql = `json_build_array(e.id, e.day::text, e.kind, e.key, encode(e.request, 'hex'), e.postings,
  e.reverses, (SELECT json_agg(json_build_array(a.id, a.kind, a.unit, p.amount::text) ORDER BY a.id)
    FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id WHERE p.entry_id = e.id))::text`;

/**
 * The hash chain that protects the ledger's entries (server/platform/security/sealed-chain.ts):
 * each entry gets a seal, that is, a keyed hash. Seals are never removed.
 */
@Injectable()
export class LedgerChain extends SealedChain {
  constructor(secrets: Secrets) {
    super(secrets, 'ledger');
  }
}
