import 'reflect-metadata';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { readConfig, type Config } from './config';
import { CollaboratorsModule } from './collaborators/collaborators.module';
import { ChangeSession } from './enrolment/sessions/change-session.command';
import { CreateSession } from './enrolment/sessions/create-session.command';
import { EnrolmentModule } from './enrolment/enrolment.module';
import { capabilities } from './contexts';
import { AuthenticationModule } from './authentication/authentication.module';
import { Passwords } from './authentication/password/passwords';
import { demoCollaborator, seedAccounts } from './processes/registration/seed-accounts';
import { seedTerms } from './operator/seed-terms';
import type { Caller } from './access/caller';
import { Clock, days, later } from './platform/concurrency/clock';
import { DatabaseModule } from './platform/db/database.module';
import { timeOrderedId } from './platform/db/ids';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';
import { Secrets } from './platform/security/secrets';
import { UnitOfWork } from './platform/db/unit-of-work';
import { RuntimeModule } from './runtime/runtime.module';
import { ResearchersModule } from './researchers/researchers.module';
import { seedInvitation } from './researchers/invitations/seed-invitation';
import { CreateStudy } from './studies/create-study.command';
import { whoseStudies } from './studies/people/hand-over-studies';
import { PublishConsent } from './studies/consents/publish-consent.command';
import { StudiesModule } from './studies/studies.module';
import { StudyFilesModule } from './study-files/study-files.module';
import { demoConsentHere, demoStudyHere } from './seed/demo-study-here';
import {
  demoConsent,
  demoConsentOnSite,
  demoConsentOutside,
  demoStudy,
  demoStudyOnSite,
  demoStudyOutside,
} from './studies/demo/demo-study';
import { LaunchedSessionRead } from './enrolment/sessions/launch/launched-session.read';
import { MessagesModule } from './messages/messages.module';
import { seedCollaborator } from './seed/seed-collaborator';
import { seedOnSite } from './seed/seed-on-site';
import { seedRunningHere } from './seed/seed-running-here';
import { RunRecords } from './runtime/records/run-records';
import { seedRehearsed } from './seed/seed-rehearsed';
import { seedSimulated } from './seed/seed-simulated';
import { launchedMsAgo, momentsOf } from './seed/simulated-moments.rule';
import { spreadMoments } from './enrolment/demo/spread-moments';
import { SlotChoiceRead } from './slots/slot-choice.read';
import { SlotsModule } from './slots/slots.module';

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
      ],
    };
  }
}

/**
 * `node dist/server/seed.main.js`: creates the demo of docs/api-conventions.md with the product's
 * own commands. Existing records stay unchanged.
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
  const [work, clock, secrets, commands] = [
    app.get(UnitOfWork),
    app.get(Clock),
    app.get(Secrets),
    app.get(CommandBus),
  ];
  const demo = await seedAccounts({ work, passwords: app.get(Passwords), clock });
  const { researcherId } = demo;
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
  const caller = callerOf(researcherId, true);
  const owners = await work.run((tx) => whoseStudies(tx, [researcherId]));
  if (owners.length === 0) {
    const recruitFor = async (
      study: typeof demoStudy,
      consent: typeof demoConsent,
      before: (studyId: string) => Promise<void> = () => Promise.resolve(),
    ) => {
      const studyId = await commands.execute(
        new CreateStudy(researcherId, study, caller.request_id),
      );
      await before(studyId);
      await commands.execute(
        new PublishConsent(studyId, caller.person, consent, caller.request_id),
      );
      const session = await commands.execute(
        new CreateSession(
          studyId,
          { capacity: 50, closes_at: later(clock.now(), days(60)).toISOString() },
          caller,
        ),
      );
      await commands.execute(new ChangeSession(session._id, { state: 'active' }, caller));
      return { studyId, sessionId: session._id };
    };
    const collaborator = callerOf(demo.collaboratorId, true);
    const edits = (studyId: string) =>
      seedCollaborator({ commands, secrets }, studyId, {
        owner: caller,
        invited: collaborator,
        email: demoCollaborator,
      });
    const faces = await recruitFor(demoStudy, demoConsent);
    await edits(faces.studyId);
    if (config.demoStudyUrl)
      await recruitFor(demoStudyOutside(config.demoStudyUrl), demoConsentOutside);
    const here = await recruitFor(demoStudyHere, demoConsentHere, (studyId) =>
      seedRunningHere(commands, studyId, caller),
    );
    const simulated = await seedSimulated(
      {
        commands,
        sessions: app.get(LaunchedSessionRead),
        simulated: demo.simulatedIds.map((id) => callerOf(id, false)),
      },
      here.sessionId,
    );
    const now = clock.now();
    await spreadMoments(
      config.migrationDatabaseUrl,
      here.sessionId,
      later(now, -launchedMsAgo),
      simulated.map((id, n) => ({ id, ...momentsOf(n, simulated.length, now) })),
    );
    await seedRehearsed(
      { commands, records: app.get(RunRecords, { strict: false }) },
      here.studyId,
      caller.person.account_id,
    );
    const onSite = await recruitFor(demoStudyOnSite, demoConsentOnSite);
    await edits(onSite.studyId);
    await seedOnSite(
      {
        commands,
        sessions: app.get(LaunchedSessionRead),
        choices: app.get(SlotChoiceRead),
        secrets,
        clock,
        researcher: caller,
        participant: callerOf(demo.participantId, false),
        guests: demo.guestIds.map((id) => callerOf(id, false)),
      },
      onSite.sessionId,
    );
  }
  await seedTerms(work, join(config.dataDir, 'pages'), Object.values(demo).flat(), clock.now());
  const invitation = await work.run((tx) => seedInvitation(tx, secrets));
  process.stdout.write(`invitation code for researchers: ${invitation}\n`);
  await app.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
