import { requireBuilt, loadProductPackage } from './require-built.mjs';

/**
 * Runs the product's job that encrypts the links between accounts and participations. A measurement
 * inserts these links with plain account ids, but the product reads only encrypted ones.
 * @param {NodeJS.ProcessEnv} env of a program of the product
 * @returns {Promise<number>} how many
 */
export async function encryptAccountLinks(env) {
  const { DataSource } = loadProductPackage('typeorm');
  const { databaseOptions } = requireBuilt('server/platform/db/database');
  const { Secrets } = requireBuilt('server/platform/security/secrets');
  const { UnitOfWork } = requireBuilt('server/platform/db/unit-of-work');
  const { EncryptParticipationLinks } = requireBuilt('server/enrolment/links/seal-links');
  const config = requireBuilt('server/config').readConfig(env);
  const source = new DataSource(databaseOptions(config.databaseUrl, [], 'commonlab-bench', 2));
  await source.initialize();
  try {
    const links = new EncryptParticipationLinks(
      new UnitOfWork(source, { notify: () => undefined }),
      new Secrets(config, requireBuilt('server/contexts').capabilities),
    );
    let count = 0;
    for (let some = await links.run(); some > 0; some = await links.run()) count += some;
    return count;
  } finally {
    await source.destroy();
  }
}
