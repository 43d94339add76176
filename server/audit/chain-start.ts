import { auditTimeSql, type AuditChain, type AuditChainStart } from './audit-chain';

type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/**
 * Reads where the chain begins. `valid` is true if `audit:cut` wrote this beginning with the key of
 * this server; otherwise an attacker may have invented it.
 * @returns null for a chain of which no record was ever deleted
 */
export async function readChainStart(
  query: Query,
  chain: AuditChain,
): Promise<(AuditChainStart & { valid: boolean }) | null> {
  const [row] = await query<AuditChainStart & { mac: Buffer }>(
    `SELECT sequence, seal, ${auditTimeSql('at')} AS at_text, ${auditTimeSql('kept_from')} AS kept_from_text,
       ${auditTimeSql('cut_at')} AS cut_at_text, mac
     FROM platform.audit_cut ORDER BY sequence DESC LIMIT 1`,
  );
  if (!row) return null;
  const { mac, ...start } = row;
  return { ...start, valid: chain.isStartMac(mac, start) };
}
