import type { UnitOfWork } from '../platform/db/unit-of-work';
import { readPageFiles } from './page-files';
import { storeOperatorPage } from './operator-pages';
import { recordTermsAcceptance } from './terms.store';

/**
 * Accepts the demo's terms of use for the demo's accounts. Otherwise the web app would first ask
 * the visitor to accept the terms. An account that has already accepted a version of the terms does
 * not change.
 * @param folder the folder of the operator's pages
 */
export async function seedTerms(
  work: UnitOfWork,
  folder: string,
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const found = await readPageFiles(folder, Date.now());
  const terms = found.flatMap((one) => ('page' in one ? [one.page] : []));
  const first = terms.find(({ name }) => name === 'terms');
  if (!first) return;
  await work.run(async (tx) => {
    await storeOperatorPage(tx, first, now);
    const people = await tx.query<{ id: string }>(
      `SELECT p.id FROM unnest($1::uuid[]) AS p (id) WHERE NOT EXISTS (
         SELECT FROM identity.terms_acceptance a WHERE a.account_id = p.id)`,
      [accountIds],
    );
    for (const { id } of people)
      await recordTermsAcceptance(
        tx,
        { accountId: id, version: first.version, field: 'version' },
        now,
      );
  });
}
