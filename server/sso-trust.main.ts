import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Id, Instant } from '../contracts/base/fields';
import { fingerprintsOf } from './authentication/saml/connections/certificates';
import {
  inForceAt,
  isStillThat,
  lockConnection,
  putInForce,
  waitingChanges,
} from './authentication/saml/connections/trust';
import { readConfig, type Config } from './config';
import { capabilities } from './contexts';
import { DatabaseModule } from './platform/db/database.module';
import { UnitOfWork } from './platform/db/unit-of-work';
import { DomainError } from './platform/http/errors';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';

@Module({})
class SsoTrustModule {
  static for(config: Config, log: Logger): DynamicModule {
    return {
      module: SsoTrustModule,
      imports: [
        PlatformModule.for(config, log, capabilities),
        DatabaseModule.for('commonlab-sso-trust', capabilities.entities),
      ],
    };
  }
}

const nothing = 'No change of single sign-on waits.';

/**
 * `node dist/server/sso-trust.main.js [CONNECTION ASKED_AT]`: lists the changes of single sign-on that
 * wait, or puts that of one connection in force, instead of a second administrator: the operator who runs the
 * server holds its secrets anyway. The moment, as the list shows it, says which change was looked at:
 * another one may wait by then.
 */
async function main([connectionId, askedAt, ...more]: readonly string[]) {
  if (more.length > 0 || (connectionId !== undefined && askedAt === undefined))
    throw new Error('Usage: npm run sso:trust [-- CONNECTION ASKED_AT]');
  if (connectionId !== undefined && !Id.safeParse(connectionId).success)
    throw new Error(`"${connectionId}" is not the id of a connection.`);
  if (askedAt !== undefined && !Instant.safeParse(askedAt).success)
    throw new Error(`"${askedAt}" is not the moment of a change, as the list shows it.`);
  const log = createLog('warn', 'sso-trust');
  const app = await NestFactory.createApplicationContext(SsoTrustModule.for(readConfig(), log), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  try {
    const lines =
      connectionId === undefined || askedAt === undefined
        ? await listed(app.get(DataSource))
        : await trusted(app.get(UnitOfWork), connectionId, askedAt);
    process.stdout.write(`${lines.join('\n')}\n`);
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

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
