import { DataSource } from 'typeorm';
import { fingerprintsOf } from './authentication/saml/connections/certificates.rule';
import {
  effectTimeOfPendingChange,
  isSamePendingChange,
  lockConnection,
  putChangeInForce,
  readPendingChanges,
  type PendingConnectionChange,
} from './authentication/saml/connections/trust';
import {
  pendingSettingDifferences,
  type SettingDifference,
} from './authentication/saml/connections/trust-change.rule';
import { readConfig } from './config';
import { UnitOfWork } from './platform/db/unit-of-work';
import { DomainError } from './platform/errors/errors';
import { createProgramContext } from './program-context';

const nothing = 'No change of single sign-on waits.';

/**
 * Lists the waiting changes, or puts the change of one connection in force.
 * @returns the lines to print
 */
export async function listOrApproveSsoTrust(
  connectionId?: string,
  askedAt?: string,
): Promise<string[]> {
  const app = await createProgramContext(readConfig(), 'sso-trust');
  try {
    return connectionId === undefined || askedAt === undefined
      ? await listed(app.get(DataSource))
      : await trusted(app.get(UnitOfWork), connectionId, askedAt);
  } finally {
    await app.close();
  }
}

async function listed(source: DataSource): Promise<string[]> {
  const rows = await readPendingChanges(source);
  return rows.length === 0 ? [nothing] : rows.flatMap(describeTrustChange);
}

const names: Record<SettingDifference['field'], string> = {
  enabled: 'connection',
  entity_id: 'identity provider',
  sso_url: 'sign-on address',
  certificates: 'certificates (SHA-256)',
  domains: 'email domains',
  organization: 'name',
};

/**
 * Returns the lines about a waiting change: first the values that it changes, before and after, then
 * the values that stay the same.
 */
export function describeTrustChange({
  id,
  waiting,
  waiting_since,
  asked_by,
  ...connection
}: PendingConnectionChange): string[] {
  if (!waiting || !waiting_since) return [];
  const differences = pendingSettingDifferences(connection, waiting);
  const { certificates, domains } = connection;
  const stays: [SettingDifference['field'], string][] = [
    ['entity_id', connection.entity_id],
    ['sso_url', connection.sso_url],
    ['certificates', fingerprintsOf(certificates)],
    ['domains', domains.join(' ')],
  ];
  return [
    `${id} ${waiting_since.toISOString()}`,
    `  ${connection.organization}, in force at ${effectTimeOfPendingChange(waiting_since).toISOString()}`,
    `  asked by ${asked_by ?? 'an account that is gone'}`,
    ...differences.flatMap((one) => [`  changes: ${names[one.field]}`, ...valuesOf(one)]),
    ...stays
      .filter(([field]) => !differences.some((one) => one.field === field))
      .flatMap(([field, value]) => [
        `  stays: ${names[field]}`,
        ...value.split(' ').map((part) => `    ${part}`),
      ]),
  ];
}

function valuesOf(one: SettingDifference): string[] {
  if (one.field === 'enabled')
    return (['before', 'after'] as const).map(
      (part) => `    ${part}: ${one[part] ? 'enabled' : 'disabled'}`,
    );
  if (one.field !== 'certificates' && one.field !== 'domains')
    return [`    before: ${one.before}`, `    after:  ${one.after}`];
  const shown = ({ field }: typeof one, values: string[]) =>
    field === 'certificates' ? fingerprintsOf(values).split(' ') : values;
  return (['added', 'removed', 'kept'] as const).flatMap((part) =>
    one[part].length === 0 ? [] : shown(one, one[part]).map((value) => `    ${part}: ${value}`),
  );
}

async function trusted(unitOfWork: UnitOfWork, id: string, askedAt: string): Promise<string[]> {
  try {
    await unitOfWork.run(async (tx) => {
      const connection = await lockConnection(tx, id);
      if (connection.waiting && !isSamePendingChange(connection, askedAt))
        throw new DomainError('waiting_changed');
      await putChangeInForce(tx, connection, { by: 'operator' }, new Date());
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found')
      throw new Error(`${nothing.slice(0, -1)} for ${id}.`, { cause: error });
    if (error.code === 'waiting_changed')
      throw new Error('Something else waits by now: list it again.', { cause: error });
    throw new Error('Another connection has this identity provider.', { cause: error });
  }
  return ['It is in force. All who signed in by this connection before are signed out.'];
}
