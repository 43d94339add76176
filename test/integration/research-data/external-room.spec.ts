import type { StudyStorage } from '../../../contracts/study-files/study-storage';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { countLockWaits } from '../../support/engines/locks';
import type { TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { eventually } from '../../support/chance/wait';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { csvOf, externalDataRequestsOf } from './external-data';

const clock = new TestClock();
let run: SeparateApp;
beforeAll(async () => {
  run = await startApp({ clock, environment: { STUDY_STORAGE_GB: '0.001' } });
});
afterAll(() => run.close());

const most = 1_000_000;
/** The bytes that a row with one cell takes in addition to its text. */
const beside = 68;
const used = async (who: TestPerson) =>
  ((await run.http().get('/api/study-storage/').set(who.headers).expect(200)).body as StudyStorage)
    .used_bytes;
/**
 * Writes a CSV with one row for the participant. Its texts have this length in total, and differ
 * from those of every other participant.
 */
const rowOf = (participant: string, characters: number) => {
  const texts = Array.from({ length: Math.ceil(characters / 90_000) }, (_, n) =>
    `${unique()}${'x'.repeat(90_000)}`.slice(0, Math.min(90_000, characters - n * 90_000)),
  );
  return csvOf(['participant', ...texts.map((_, n) => `a${n}`)].join(), [[participant, ...texts]]);
};
const inTables = async (study: string): Promise<number> => {
  const [row]: { rows: number }[] = await run.source.query(
    `SELECT count(*)::int AS rows FROM research.outside_file f
     JOIN research.outside_part p ON p.file_id = f.id JOIN research.outside_row r ON r.part_id = p.id
     WHERE f.study_id = $1`,
    [study],
  );
  return row?.rows ?? 0;
};

describe('Rows of external data', () => {
  it('use the owner’s storage as counted at the upload, until their file is deleted', async () => {
    const { add, recruit, remove, tookPart, withdraw } = externalDataRequestsOf(run);
    const r = await recruit();
    const [a, b] = [await tookPart(r), await tookPart(r)];
    const csv = csvOf('participant,said', [
      [a.sent.participant, 'grün'],
      [b.sent.participant, ''],
    ]);
    const { body } = await add(r.study_id, r.researcher, csv);
    expect(await used(r.researcher)).toBe(5 + 2 * beside);
    // A withdrawal must not change the used storage, which would otherwise reveal the time of the
    // withdrawal.
    await withdraw(a);
    expect(await inTables(r.study_id)).toBe(1);
    expect(await used(r.researcher)).toBe(5 + 2 * beside);
    await remove(r.study_id, r.researcher, body._id);
    expect(await used(r.researcher)).toBe(0);
  });

  it('are refused with a code and the sizes if storage is full, and nothing is written', async () => {
    const { add, check, list, recruit, tookPart } = externalDataRequestsOf(run);
    const r = await recruit();
    const { participant } = (await tookPart(r)).sent;
    const first = await add(r.study_id, r.researcher, rowOf(participant, 600_000));
    expect(first.status).toBe(201);
    const before = await used(r.researcher);
    // The dry run already says whether the file fits.
    expect((await check(r.study_id, r.researcher, rowOf(participant, 500_000))).fits).toBe(false);
    expect((await check(r.study_id, r.researcher, rowOf(participant, 300_000))).fits).toBe(true);
    const refused = await add(r.study_id, r.researcher, rowOf(participant, 500_000));
    expect(refused).toMatchObject({ status: 409, body: { code: 'storage_full' } });
    expect(await list(r.study_id, r.researcher)).toHaveLength(1);
    expect(await used(r.researcher)).toBe(before);
    // The upload fits if it replaces the first file.
    const replaces = { replaces: first.body._id };
    const instead = await check(r.study_id, r.researcher, rowOf(participant, 900_000), replaces);
    expect(instead.fits).toBe(true);
    const other = await add(r.study_id, r.researcher, rowOf(participant, 900_000), replaces);
    expect(other.status).toBe(201);
    expect(await used(r.researcher)).toBeGreaterThan(before);
  });

  it('that arrive concurrently cannot exceed the owner’s storage', async () => {
    const { add, recruit, tookPart } = externalDataRequestsOf(run);
    const r = await recruit();
    const other = await recruit({ researcher: r.researcher });
    const { participant } = (await tookPart(r)).sent;
    const there = (await tookPart(other)).sent.participant;
    const answers = await Promise.all([
      add(r.study_id, r.researcher, rowOf(participant, 600_000)),
      add(other.study_id, r.researcher, rowOf(there, 600_000)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await used(r.researcher)).toBeLessThanOrEqual(most);
  });

  it.each(['adds', 'deletes'])(
    'are not changed by a person who %s them and loses the role during the request',
    async (what) => {
      const { add, list, recruit, remove, tookPart } = externalDataRequestsOf(run);
      const r = await recruit();
      const { participant } = (await tookPart(r)).sent;
      const editor = await collaboratorRequestsOf(run).joined(r.researcher, r.study_id, 'editor');
      const { body } = await add(
        r.study_id,
        r.researcher,
        csvOf('participant,a', [[participant, 1]]),
      );
      // Editors can see participants from the next day on.
      clock.advance(86_400_000);
      const holder = run.source.createQueryRunner();
      await holder.startTransaction();
      // Takes the lock for which the request waits. A request that adds a file takes an advisory
      // lock. A request that deletes a file locks the row of the study.
      await holder.query(
        what === 'adds'
          ? `SELECT pg_advisory_xact_lock(hashtextextended('outside-data:' || $1::text, 5))`
          : `SELECT 1 FROM research.study WHERE id = $1 FOR UPDATE`,
        [r.study_id],
      );
      const answer =
        what === 'adds'
          ? add(r.study_id, editor, csvOf('participant,b', [[participant, 2]])).then(
              ({ status, body: { code } }) => [status, code],
            )
          : remove(r.study_id, editor, body._id).then((status) => [status, undefined]);
      await eventually(
        () => countLockWaits(run.source),
        (waiting) => waiting > 0,
      );
      // Removes the collaborator and locks the study, as a request of the owner would.
      await holder.query(
        `DELETE FROM identity.study_collaborator WHERE study_id = $1 AND account_id = $2`,
        [r.study_id, editor._id],
      );
      await holder.commitTransaction();
      await holder.release();
      expect(await answer).toEqual([404, what === 'adds' ? 'not_found' : undefined]);
      expect((await list(r.study_id, r.researcher)).map(({ _id }) => _id)).toEqual([body._id]);
    },
  );
});
