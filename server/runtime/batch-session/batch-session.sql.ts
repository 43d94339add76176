import type { JsonValue } from '../../../contracts/json-patch.rule';
import type { Transaction } from '../../platform/db/unit-of-work';

export interface Shared {
  readonly version: number;
  readonly document: JsonValue;
}
export interface SharedRow {
  version: number;
  document: string;
}
export const nothingShared: Shared = { version: 0, document: {} };
export const sharedOf = ({ version, document }: SharedRow): Shared => ({
  version,
  document: JSON.parse(document) as JsonValue,
});

const held = `SELECT version, document FROM research.batch_session
  WHERE session_id = $1 FOR NO KEY UPDATE`;

/** The document of a session, which nobody else changes until the transaction ends. */
export async function holdShared(tx: Transaction, sessionId: string, day: string): Promise<Shared> {
  const [row] = await tx.query<SharedRow>(held, [sessionId]);
  if (row) return sharedOf(row);
  await tx.query(
    `INSERT INTO research.batch_session (session_id, changed_on) VALUES ($1, $2)
     ON CONFLICT DO NOTHING`,
    [sessionId, day],
  );
  const [made] = await tx.query<SharedRow>(held, [sessionId]);
  return made ? sharedOf(made) : nothingShared;
}

/** @param document as JSON */
export async function writeShared(
  tx: Transaction,
  sessionId: string,
  document: string,
  day: string,
): Promise<void> {
  await tx.query(
    `UPDATE research.batch_session SET document = $2, version = version + 1, changed_on = $3
     WHERE session_id = $1`,
    [sessionId, document, day],
  );
}
