import { timeOrderedId } from '../../../platform/db/ids';
import type { Transaction } from '../../../platform/db/unit-of-work';
import type { SamlFaultCode } from '../saml-error';

/**
 * Counts a refused sign-on of a connection. The page of the connection shows one count for each
 * reason and day. If the connection was removed in the meantime, nothing is counted.
 * `of` names the connection of the request. If there is no request, `of` names the provider from
 * which the response claims to come.
 */
export async function countSamlFault(
  tx: Transaction,
  of: { connectionId: string } | { issuer: string },
  { code, requestId, at }: { code: SamlFaultCode; requestId: string; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.saml_fault AS f (id, connection_id, code, day, count, last_at, last_request_id)
     SELECT $1, c.id, $3, ($4::timestamptz AT TIME ZONE 'UTC')::date, 1, date_trunc('minute', $4::timestamptz), $5
     FROM identity.saml_connection c WHERE c.id = $2 OR c.entity_id = $6 FOR KEY SHARE
     ON CONFLICT (connection_id, code, day) DO UPDATE SET count = f.count + 1,
       last_at = GREATEST(f.last_at, EXCLUDED.last_at), last_request_id = EXCLUDED.last_request_id`,
    [
      timeOrderedId(),
      'connectionId' in of ? of.connectionId : null,
      code,
      at,
      requestId,
      'issuer' in of ? of.issuer : null,
    ],
  );
}
