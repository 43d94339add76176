import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Reads the title and text of the consent form in force; for a PDF, its hash instead of the text.
 * Null if the study has no form.
 */
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
