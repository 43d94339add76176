import { Injectable } from '@nestjs/common';
import { SealedChain } from '../../platform/security/sealed-chain';
import { Secrets } from '../../platform/security/secrets';

/** The text that a seal covers: an entry with its postings, as the database writes them. */
export interface SealedEntryText {
  entry_id: string;
  /** JSON: the entry's columns, then each posting with its account's kind and unit. */
  text: string;
}

/** SQL of the text that a seal covers, for `ledger.entry e`: the entry's columns and postings. */
export const sealedEntryTextSql = `json_build_array(e.id, e.day::text, e.kind, e.key, encode(e.request, 'hex'), e.postings,
  e.reverses, (SELECT json_agg(json_build_array(a.id, a.kind, a.unit, p.amount::text) ORDER BY a.id)
    FROM ledger.posting p JOIN ledger.account a ON a.id = p.account_id WHERE p.entry_id = e.id))::text`;

/**
 * The hash chain that seals the ledger's entries (server/platform/security/sealed-chain.ts). Old
 * links are never removed.
 */
@Injectable()
export class LedgerChain extends SealedChain {
  constructor(secrets: Secrets) {
    super(secrets, 'ledger');
  }
}
