import type { Transaction } from '../../platform/db/unit-of-work';

/** A row of shared data; its document is JSON text. */
export interface BatchSessionRow {
  readonly version: number;
  readonly document: string;
}
export const emptyBatchSession: BatchSessionRow = { version: 0, document: '{}' };

const held = `SELECT version, document FROM research.batch_session
  WHERE session_id = $1 FOR NO KEY UPDATE`;

/** Reads the document of a session and locks it until the transaction ends. */
export async function lockBatchSession(
  tx: Transaction,
  sessionId: string,
  day: string,
): Promise<BatchSessionRow> {
  const [row] = await tx.query<BatchSessionRow>(held, [sessionId]);
  if (row) return row;
  await tx.query(
    `INSERT INTO research.batch_session (session_id, changed_on) VALUES ($1, $2)
     ON CONFLICT DO NOTHING`,
    [sessionId, day],
  );
  const [made] = await tx.query<BatchSessionRow>(held, [sessionId]);
  return made ?? emptyBatchSession;
}

/** @param document as JSON */
export async function writeBatchSession(
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
