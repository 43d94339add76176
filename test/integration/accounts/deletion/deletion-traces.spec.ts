/**
 * @engines both: searches the queues for what an erasure left there, so it runs with both kinds of
 * queue (Redis and PostgreSQL)
 */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import Redis from 'ioredis';
import { Client } from 'pg';
import type { DataExport } from '../../../../contracts/data-rights/data-rights';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import { Clock, days } from '../../../../server/platform/concurrency/clock';
import { type RunningApp } from '../../../support/app/app';
import { makeAdministrator, makeResearcher } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { eventually } from '../../../support/chance/wait';
import { startTestWorkers } from '../../../support/app/workers';
import { bearer, countRows, password } from '../account-requests';
import {
  uniqueAddress,
  uniqueFirstName,
  uniqueLastName,
  useEveryFeature,
  personalTexts,
} from './full-life';
import { findTracesOfTexts } from './traces';
import { openTracesRig, type TracesRig } from './traces-rig';
import { startTimeoutMs } from '../../../support/app/starting-takes';

let rig: TracesRig;
let run: RunningApp;
const traces = () => rig.traces(personalTexts);
beforeAll(async () => {
  rig = await openTracesRig();
  ({ run } = rig);
});
afterAll(() => rig.close());

describe('The search for traces', () => {
  it('finds an address in a table, a queue, a file and a log, as bytes or in another encoding', async () => {
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query(
      `CREATE TABLE public.probe AS SELECT $1::bytea AS bytes, $2::jsonb AS json, $3::text AS text`,
      [
        Buffer.from(`<${uniqueAddress}>`),
        JSON.stringify({ a: [uniqueFirstName] }),
        Buffer.from(`x${uniqueLastName}`).toString('base64'),
      ],
    );
    await writeFile(join(rig.folder, 'probe'), `\0\xff${uniqueLastName}`);
    const redis = run.engines.redisUrl ? new Redis(run.engines.redisUrl) : undefined;
    await redis?.hset('probe', 'data', JSON.stringify({ address: uniqueAddress }));
    try {
      const found = await findTracesOfTexts(personalTexts, {
        engines: run.engines,
        folder: rig.folder,
        logs: { a: [`{"msg":"${encodeURIComponent(uniqueAddress)}"}`], b: ['nothing'] },
      });
      const places = [...new Set(found.map((one) => one.replace(/: [^:]*$/, '')))].sort();
      expect(places).toEqual(
        [
          join(rig.folder, 'probe'),
          'log of a',
          'public.probe.bytes',
          'public.probe.json',
          'public.probe.text',
          ...(redis ? ['redis probe'] : []),
        ].sort(),
      );
    } finally {
      await owner.query('DROP TABLE public.probe');
      await owner.end();
      await redis?.del('probe');
      redis?.disconnect();
      await rm(join(rig.folder, 'probe'));
    }
  });
});

describe('The erasure of an account that used every feature', () => {
  let id: string;
  let study: RecruitingStudy;

  it('is tested with name, address and entered texts in many tables, all of them in the identity schema', async () => {
    study = await recruit(run, {
      privacy_level: 'roster_on_start',
      researcher: await makeResearcher(run.source),
    });
    await run
      .http()
      .put(`/api/studies/${study.study_id}/consent/`)
      .set(study.researcher.headers)
      .attach('file', Buffer.from(`%PDF-1.7 consent ${'a'.repeat(100)} %%EOF`), {
        filename: 'consent.pdf',
        contentType: 'application/pdf',
      })
      .expect(200);
    id = await useEveryFeature(rig, study, await makeAdministrator(run.source));
    await eventually(
      () => rig.inbox.to(uniqueAddress).map((m) => m.subject),
      (subjects) => subjects.length >= 8 && subjects.some((s) => s.includes('will be deleted')),
    );
    // ANALYZE, which PostgreSQL runs now and then, stores samples of values. The search must find
    // these too.
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query('ANALYZE');
    await owner.end();
    const where = new Set((await traces()).map((trace) => trace.split(':')[0] ?? ''));
    expect([...where]).toEqual(
      expect.arrayContaining([
        'identity.account.email',
        'identity.account.first_name',
        'identity.account.last_name',
        'identity.account.interests',
        'identity.identity.subject',
        'identity.pending_identity_link.subject',
        'identity.totp.secret',
        'identity.passkey.name',
        'identity.passkey_registration.challenge',
        'identity.account_note.reason',
        'identity.review.interests',
        'identity.review.reason',
        'identity.second_factor_challenge.device',
      ]),
    );
    // All of the person's texts are in the schema `identity`. In another place, a text could
    // outlive the account.
    expect([...where].filter((place) => !place.startsWith('identity.'))).toEqual([]);
    // Time limit: performs everything that a person can do, sends eight mails, and searches all
    // tables.
  }, 60_000);

  it('leaves no trace of the person in any column of any table, queue entry, stored file or log line', async () => {
    rig.clock.advance(days(30.01));
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(id))).toBe(true);
    await rig.everythingRelayed();
    expect(await traces()).toEqual([]);
    expect(await countRows(run.source, 'identity.export WHERE account_id = $1', [id])).toBe(0);
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    // The search cannot read compressed copies of data, so the test checks that none is left.
    expect((await owner.query('SELECT 1 FROM identity.export_part')).rowCount).toBe(0);
    expect(
      (
        await owner.query(
          `SELECT 1 FROM identity.participation_link
           WHERE participation_id IN (SELECT id FROM research.participation WHERE study_id = $1)`,
          [study.study_id],
        )
      ).rowCount,
    ).toBe(0);
    await owner.end();
    expect(
      (await readdir(rig.folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ),
    ).toHaveLength(1);
    expect(rig.logs.server.lines.length).toBeGreaterThan(30);
    expect(rig.logs.workers.of('mail').length).toBeGreaterThan(5);
  });

  it('keeps the study’s data without names, and frees the address for a new registration', async () => {
    const roster = (
      await run
        .http()
        .get(`/api/sessions/${study.session_id}/roster/`)
        .set(study.researcher.headers)
        .expect(200)
    ).body as { items: object[] };
    expect(roster.items).toEqual([
      expect.objectContaining({
        // The clock has moved by thirty days. A job may have approved the participation, because no
        // researcher decided about it.
        state: expect.stringMatching(/^(completed|approved)$/) as string,
        first_name: null,
        last_name: null,
        email: null,
      }),
    ]);
    await rig.people.signIn(uniqueAddress, 'New-Horse-Battery-2').expect(401);
    await rig.people.signIn(uniqueAddress, password).expect(401);
    await rig.people.register('somebody-else@uni.test');
  });

  it(
    'is started by the workers when the thirty days are over',
    async () => {
      const member = await rig.people.member();
      await run.http().delete('/api/users/profile/').set(bearer(member.token)).expect(202);
      expect(run.app.get(Clock)).toBe(rig.clock);
      const before = (await run.http().get('/api/exports/').set(bearer(member.token)).expect(200))
        .body as { items: DataExport[] };
      expect(before.items).toEqual([]);
      rig.clock.advance(days(30.01));
      const again = await startTestWorkers(run, { log: rig.logs.workers.log });
      try {
        await eventually(
          () => countRows(run.source, 'identity.account WHERE id = $1', [member._id]),
          (n) => n === 0,
        );
      } finally {
        await again.close();
      }
    },
    startTimeoutMs,
  );
});
