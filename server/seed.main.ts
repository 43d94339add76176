import 'reflect-metadata';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { CqrsModule } from '@nestjs/cqrs';
import { readConfig, type Config } from './config';
import { CollaboratorsModule } from './collaborators/collaborators.module';
import { EnrolmentModule } from './enrolment/enrolment.module';
import { capabilities } from './contexts';
import { AuthenticationModule } from './authentication/authentication.module';
import { Passwords } from './authentication/password/passwords';
import { seedAccounts } from './processes/registration/seed-accounts';
import { seedTerms } from './operator/seed-terms';
import type { Caller } from './access/caller';
import { Clock } from './platform/concurrency/clock';
import { DatabaseModule } from './platform/db/database.module';
import { timeOrderedId } from './platform/db/ids';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';
import { Secrets } from './platform/security/secrets';
import { UnitOfWork } from './platform/db/unit-of-work';
import { RuntimeModule } from './runtime/runtime.module';
import { ResearchersModule } from './researchers/researchers.module';
import { isInvitationSeeded, seedInvitation } from './researchers/invitations/seed-invitation';
import { StudiesModule } from './studies/studies.module';
import { StudyFilesModule } from './study-files/study-files.module';
import { DomainError } from './platform/errors/errors';
import { studyOwnersAmong } from './studies/people/hand-over-studies';
import { MessagesModule } from './messages/messages.module';
import { fillDemo, holdSeedLock, demoSeedLockId } from './seed/fill-demo';
import { demoJoinCode } from './seed/seed-teaching';
import { PaymentsModule } from './payments/payments.module';
import { SlotsModule } from './slots/slots.module';
import { TeachingModule } from './teaching/teaching.module';

@Module({})
class SeedModule {
  static for(config: Config, log: Logger): DynamicModule {
    return {
      module: SeedModule,
      imports: [
        PlatformModule.for(config, log, capabilities),
        DatabaseModule.for('commonlab-seed', capabilities.entities),
        CqrsModule.forRoot(),
        AuthenticationModule,
        ResearchersModule,
        StudiesModule,
        EnrolmentModule,
        SlotsModule,
        MessagesModule,
        CollaboratorsModule,
        StudyFilesModule,
        RuntimeModule,
        PaymentsModule,
        TeachingModule,
      ],
    };
  }
}

/**
 * `node dist/server/seed.main.js`: creates the demo of docs/api-conventions.md with the product's
 * own commands. A complete demo is not changed; a demo whose creation was interrupted is completed.
 */
async function main() {
  const config = readConfig();
  if (!config.demo) throw new Error('DEMO: the demo is filled in only with DEMO=force');
  const log = createLog('warn', 'seed');
  const app = await NestFactory.createApplicationContext(SeedModule.for(config, log), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  await app.init();
  const [work, clock, secrets] = [app.get(UnitOfWork), app.get(Clock), app.get(Secrets)];
  const lock = await holdSeedLock(app.get(DataSource));
  const demo = await seedAccounts({ work, passwords: app.get(Passwords), clock });
  const callerOf = (accountId: string, isResearcher: boolean): Caller => ({
    language: 'en',
    request_id: timeOrderedId(),
    person: {
      account_id: accountId,
      token_id: timeOrderedId(),
      status: 'ACTIVE',
      role: null,
      is_researcher: isResearcher,
      researcher_privilege: isResearcher || null,
      language: 'en',
      signed_in_at: clock.now(),
      second_factor: false,
      second_factor_missing: false,
    },
  });
  const isBegun = (await work.run((tx) => studyOwnersAmong(tx, [demo.researcherId]))).length > 0;
  if (!(await work.run((tx) => isInvitationSeeded(tx, secrets))))
    await fillDemo({
      app,
      config,
      administrator: callerOf(demo.administratorId, false),
      researcher: callerOf(demo.researcherId, true),
      collaborator: callerOf(demo.collaboratorId, true),
      participant: callerOf(demo.participantId, false),
      guests: demo.guestIds.map((id) => callerOf(id, false)),
      simulated: demo.simulatedIds.map((id) => callerOf(id, false)),
    }).catch((error: unknown) => {
      // If the demo was created long ago, a step may fail, for instance because a session was
      // closed or a seat was lost. The product starts nevertheless.
      if (!(error instanceof DomainError) || !isBegun) throw error;
      process.stderr.write(`the demo stays as far as it came: ${error.code}\n`);
    });
  await seedTerms(work, join(config.dataDir, 'pages'), Object.values(demo).flat(), clock.now());
  const invitation = await work.run((tx) => seedInvitation(tx, secrets));
  process.stdout.write(`invitation code for researchers: ${invitation}\n`);
  const joinCode = await demoJoinCode(work);
  if (joinCode) process.stdout.write(`code to join the demo's class: ${joinCode}\n`);
  await lock.query(`SELECT pg_advisory_unlock(${demoSeedLockId})`);
  await lock.release();
  await app.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
