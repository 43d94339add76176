import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badFields } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { GiftCodeFaultList } from './fault-list.rule';
import { normalizedSpellingOf, type UploadedGiftCode } from './gift-code-file.rule';

/** The content of the encrypted column `sealed` of a gift code. */
export interface SealedGiftCode {
  readonly code: string;
  readonly pin: string | null;
}

/**
 * Writes encrypted codes into the stock. If two files with the same code are added at once, the
 * second waits for the first.
 * @param wallets the wallet's id by currency
 * @throws DomainError validation_failed with the line of each code that this or another researcher
 * already has in stock
 */
export async function storeGiftCodes(
  tx: Transaction,
  secrets: Secrets,
  wallets: ReadonlyMap<string, string>,
  codes: readonly UploadedGiftCode[],
): Promise<void> {
  const rows = codes.map((one) => {
    const id = randomId();
    const sealed: SealedGiftCode = { code: one.code, pin: one.pin };
    return {
      id,
      wallet_id: wallets.get(one.currency),
      brand: one.brand,
      amount: one.amount,
      expires: one.expires,
      // This hash does not depend on the version of the secret key, so that the same code is also
      // found after a key rotation.
      code_key: secrets.mac('gift-code-twice', ...normalizedSpellingOf(one)).toString('hex'),
      sealed: secrets.seal('gift-code', id, JSON.stringify(sealed)).toString('hex'),
      line: one.line,
    };
  });
  // Codes are inserted in a fixed order, so that two files cannot deadlock.
  const stored = await tx.query<{ id: string }>(
    `INSERT INTO identity.gift_code (id, wallet_id, brand, amount, expires, code_key, sealed)
     SELECT g.id, g.wallet_id, g.brand, g.amount, g.expires, decode(g.code_key, 'hex'), decode(g.sealed, 'hex')
     FROM jsonb_to_recordset($1::jsonb) AS g (
       id uuid, wallet_id uuid, brand text, amount integer, expires date, code_key text, sealed text)
     ORDER BY g.code_key
     ON CONFLICT (code_key) DO NOTHING RETURNING id`,
    [JSON.stringify(rows)],
  );
  if (stored.length === rows.length) return;
  const added = new Set(stored.map(({ id }) => id));
  const faults = new GiftCodeFaultList();
  for (const { id, line } of rows)
    if (!added.has(id)) faults.add(line, 'code', 'gift_code_in_stock');
  throw badFields([...faults.all]);
}
