import { DataSource } from 'typeorm';
import { fingerprintsOf } from './authentication/saml/connections/certificates';
import {
  inForceAt,
  isStillThat,
  lockConnection,
  putInForce,
  waitingChanges,
} from './authentication/saml/connections/trust';
import { readConfig } from './config';
import { UnitOfWork } from './platform/db/unit-of-work';
import { DomainError } from './platform/http/errors';
import { programContext } from './program-context';

const nothing = 'No change of single sign-on waits.';

/** @returns what to print: the changes that wait, or that the one of a connection is in force now */
export async function ssoTrust(connectionId?: string, askedAt?: string): Promise<string[]> {
  const app = await programContext(readConfig(), 'sso-trust');
  try {
    return connectionId === undefined || askedAt === undefined
      ? await listed(app.get(DataSource))
      : await trusted(app.get(UnitOfWork), connectionId, askedAt);
  } finally {
    await app.close();
  }
}

async function listed(source: DataSource): Promise<string[]> {
  const rows = await waitingChanges(source);
  if (rows.length === 0) return [nothing];
  return rows.flatMap(({ id, organization, certificates, waiting, waiting_since }) => [
    `${id} ${waiting_since?.toISOString() ?? ''}`,
    `  ${organization}, in force at ${waiting_since ? inForceAt(waiting_since).toISOString() : ''}`,
    ...(waiting?.enabled ? ['  enables it'] : []),
    ...fingerprintsOf(waiting?.provider?.certificates ?? certificates)
      .split(' ')
      .map((fingerprint) => `  SHA-256 ${fingerprint}`),
  ]);
}

async function trusted(unitOfWork: UnitOfWork, id: string, askedAt: string): Promise<string[]> {
  try {
    await unitOfWork.run(async (tx) => {
      const connection = await lockConnection(tx, id);
      if (connection.waiting && !isStillThat(connection, askedAt))
        throw new DomainError('waiting_changed');
      await putInForce(tx, connection, { by: 'operator' }, new Date());
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found')
      throw new Error(`${nothing.slice(0, -1)} for ${id}.`, { cause: error });
    if (error.code === 'waiting_changed')
      throw new Error('Something else waits by now: list it again.', { cause: error });
    throw new Error('Another connection has this identity provider.', { cause: error });
  }
  return ['It is in force. Everybody who came in by the connection before is signed out.'];
}
