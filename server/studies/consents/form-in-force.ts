import type { Transaction } from '../../platform/db/unit-of-work';

/** The consent form in force: its text, or the hash of its PDF; null while the study has none. */
export async function readConsentFormInForce(
  on: Pick<Transaction, 'query'>,
  studyId: string,
): Promise<{ title: string; text: string } | null> {
  const [form] = await on.query<{ title: string; text: string }>(
    `SELECT title, coalesce(body_markdown, 'PDF ' || sha256) AS text FROM research.consent
     WHERE study_id = $1 AND state = 'valid'`,
    [studyId],
  );
  return form ?? null;
}
