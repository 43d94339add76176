import * as batchSession from '../../contracts/runtime/batch-session';
import { runtimeErrors } from '../../contracts/runtime/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import * as conditions from '../../contracts/study-files/conditions';
import * as rehearsals from '../../contracts/runtime/rehearsals';
import * as files from '../../contracts/runtime/run-files';
import * as runs from '../../contracts/runtime/runs';
import * as contract from '../../contracts/runtime/runtime';
import * as stored from '../../contracts/runtime/stored-records';
import { batchSessionLimits } from '../../contracts/runtime/batch-session-limits';
import {
  defineContext,
  endpointsOf,
  noPersonalData,
  retentionUntilExpiry,
} from '../platform/context/context';
import { batchSessionRateLimits } from './batch-session/batch-session.rate-limits';
import { BatchChange, BatchSession } from './batch-session/batch-session.entity';
import { RunFilePiece } from './run-files/run-file-piece.entity';
import { RunFile } from './run-files/run-file.entity';
import { RunChunk } from './record-log/chunk.entity';
import { RunError } from './record-log/run-error.entity';
import { RunLog } from './record-log/log.entity';
import { CompareRareValuesJob } from './rare-values/compare-runs.job';
import { RunValue } from './rare-values/run-value.entity';
import { WithheldPlace } from './rare-values/withheld-place.entity';
import { SealRunsJob } from './record-log/sealing/seal-runs.job';
import { RehearsalRun } from './rehearsals/rehearsal-run.entity';
import { RehearsalChunk, RehearsalError } from './rehearsals/rehearsal-records.entity';
import { Rehearsal } from './rehearsals/rehearsal.entity';
import { rehearsalRateLimits } from './rehearsals/rehearsals.rate-limits';
import { rehearsalPolicies } from './rehearsals/rehearsals.policy';
import { runtimeMails } from './never-began/never-began.mail';
import { NeverBeganJob } from './never-began/never-began.job';
import { NeverBeganNotice } from './never-began/never-began-notice.entity';
import { Run } from './run/run.entity';
import { runtimeEvents } from './runtime.events';
import { runtimeTexts } from './runtime-texts';
import { runtimeExports } from './runtime.exports';
import { RuntimeModule } from './runtime.module';
import { studyOfRun } from './run/study-of-run';
import { runtimePolicies } from './runtime.policy';

const keyPurposes = ['run-error', 'run-address', 'rare-value'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const personalData = {
  about: 'the participant, by pseudonym',
  erased: { stays: 'a pseudonym that nobody can lead back once the link is erased' },
  exported: { in: 'runs' },
} as const;
const retention = {
  kept: 'for ever: research data, of a class study with the study; until the participant withdraws them, then deleted at once',
} as const;

const ofSimulated = {
  personalData: noPersonalData('simulated participants; who rehearses is not kept'),
  retention: { kept: 'as long as its rehearsal' },
} as const;

export const runtime = defineContext({
  name: 'runtime',
  about: 'Studies that run here: their runs, and every record that they make.',
  texts: [runtimeTexts],
  errors: declareErrors(runtimeErrors, (code, values) =>
    runtimeTexts.sentence(`error.${code}`, values),
  ),
  modules: [RuntimeModule],
  controllers: async () => [
    (await import('./runs.controller.js')).RunsController,
    (await import('./show-records/records.controller.js')).RecordsController,
    (await import('./rehearsals/rehearsals.controller.js')).RehearsalsController,
    (await import('./run-files/recordings.controller.js')).RecordingsController,
    (await import('./run-files/run-files.controller.js')).RunFilesController,
    (await import('./batch-session/batch-session.controller.js')).BatchSessionController,
  ],
  endpoints: [contract, files, runs, conditions, rehearsals, batchSession].flatMap(endpointsOf),
  operations: [
    stored.participantRunRecords,
    stored.researcherRunRecords,
    files.participantRunFile,
    files.sendRunFilePiece,
    files.researcherRunFile,
  ],
  policies: [...runtimePolicies, ...rehearsalPolicies],
  studyOf: { run: studyOfRun },
  limits: [...Object.values(rehearsalRateLimits), ...Object.values(batchSessionRateLimits)],
  keyPurposes,
  jobs: [SealRunsJob, CompareRareValuesJob, NeverBeganJob],
  events: runtimeEvents,
  mails: [runtimeMails],
  // SQL that counts the storage of simulated participants towards the owner's quota. Records of
  // real participants do not count: they must never be refused because the quota is used up.
  studyContents: [
    `SELECT 'rehearsal ' || r.id, sum(x.bytes)::bigint, false FROM own
     JOIN research.rehearsal r ON r.study_id = own.id
     JOIN research.rehearsal_run x ON x.rehearsal_id = r.id GROUP BY r.id`,
  ],
  tables: [
    {
      entity: Run,
      holds:
        'an attempt of a participation in a study that runs here: how much of it is stored, on ' +
        'which kind of device and browser, on which days, the condition that was drawn, how many ' +
        'errors the study’s code had, how many files it did not get and how often its window lost ' +
        'the focus; a hash by which requests for its files lead to it; as long as it is open, ' +
        'the time of the last record, where the roster names whoever has started',
      personalData,
      retention,
    },
    {
      entity: RunChunk,
      holds: 'records of a run as the study made them, until they are sealed',
      personalData,
      retention,
    },
    {
      entity: RunError,
      holds:
        'an error of the study’s code that a run met: its message, file and line; a file that it asked for ' +
        'in vain, and how often; a file that did not come before it began, and whether the browser ' +
        'or the network blocked it, which shows an ad blocker; an address, without its query, that was ' +
        'blocked or that failed; that the study did not start, or stopped, and whether the participant ' +
        'reported it; the day on which the run met it first',
      personalData: {
        ...personalData,
        exported: {
          not: 'the records of the run have the errors; the files that are missing are the study’s',
        },
      },
      retention,
    },
    {
      entity: NeverBeganNotice,
      holds: 'who of a study’s people was told by email that a run of a session never began',
      personalData: {
        about: 'a researcher of the study',
        erased: {
          stays: 'research outlives its people; the id of an erased account leads to no name',
        },
        exported: { not: 'the email says it' },
      },
      retention: { kept: 'as long as its session' },
    },
    {
      entity: RunLog,
      holds:
        'the sealed records of a run, compressed, and bands of what its pages measured of timing, and about how long they were open',
      personalData,
      retention,
    },
    {
      entity: RunValue,
      holds:
        'a rare value that a run recorded, as a keyed hash, and a hash of the name under which it stands: ' +
        'to withhold what a named and an anonymous run of the same researchers have in common',
      personalData: { ...personalData, exported: { not: 'the records of the run have the value' } },
      retention,
    },
    {
      entity: WithheldPlace,
      holds:
        'that the rare values under a name, told as a hash, are withheld in the named or in the ' +
        'anonymous runs of a study, and since which day',
      personalData: noPersonalData(
        'it is of a study; the hash of a value goes with the last run that has it',
      ),
      retention: { kept: 'as long as its study' },
    },
    {
      entity: Rehearsal,
      holds: 'that a study is rehearsed by simulated participants, and how it ran then',
      personalData: ofSimulated.personalData,
      retention: retentionUntilExpiry(
        '7 days, or until its people delete it; five of a study at most',
      ),
    },
    {
      entity: RehearsalRun,
      holds: 'a simulated participant: how much of it is stored, and how it ended',
      ...ofSimulated,
    },
    { entity: RehearsalChunk, holds: 'records of a simulated participant', ...ofSimulated },
    {
      entity: RehearsalError,
      holds: 'an error of the study’s code that a simulated participant met',
      ...ofSimulated,
    },
    {
      entity: RunFile,
      holds: 'that a run made a file: its name, type, size, hash, and how much of it is stored',
      personalData,
      retention,
    },
    {
      entity: RunFilePiece,
      holds:
        'bytes of a file that a run made, such as a recording of a voice or a face, which says who ' +
        'it is',
      personalData,
      retention,
    },
    {
      entity: BatchSession,
      holds:
        'what the pages of a session’s participants share, as the study’s code wrote it: as it is now, ' +
        'with the day of its last change, and not who wrote what',
      personalData: {
        ...personalData,
        erased: {
          stays:
            'what the study’s code wrote without an id; what stands under an id is taken out when ' +
            'the participant withdraws their data',
        },
        exported: {
          not: 'it belongs to all participants of the session, and says of none what is theirs',
        },
      },
      retention: {
        kept: `until ${batchSessionLimits.days} days after its last change, once the session is closed`,
        expires: {
          key: 'session_id',
          where: `changed_on < ($1::timestamptz AT TIME ZONE 'UTC')::date - ${batchSessionLimits.days}
            AND (SELECT s.closed_at FROM research.recruitment s WHERE s.id = session_id) IS NOT NULL`,
        },
      },
    },
    {
      entity: BatchChange,
      holds: 'a random number of the last change that a run made to what its session shares',
      personalData: { ...personalData, exported: { not: 'the number names nothing' } },
      retention,
    },
  ],
  exportFiles: runtimeExports,
});
