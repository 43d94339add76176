import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { makeResearcher } from '../../../support/people/people';
import { studyExportRequestsOf, trialRecord } from '../../research-data/exporting';
import { makeRunWithFiles, webmBytes } from '../../research-data/recorded';
import { launchHostedStudy } from '../../runtime/running';
import { classStudyCallsOf } from '../rigs/class-studies';
import { fillEveryTable, idsOfStudyRows, rowHashesContaining } from './every-table';

// An application with its own tables: its jobs process all classrooms, and the test drops checks of
// values.
const clock = new TestClock();
let run: SeparateApp;
let term: ReturnType<typeof classStudyCallsOf>;
beforeAll(async () => {
  run = await startApp({ clock });
  term = classStudyCallsOf(run);
});
afterAll(() => run.close());

/**
 * Makes a study of the class in which two people took part. The study has records, a file, an
 * export and a message.
 */
async function classStudy(classroomId: string) {
  const builder = await makeResearcher(run.source);
  await term.join(classroomId, builder);
  const r = await launchHostedStudy(run, { researcher: builder, reward: null });
  const exporting = studyExportRequestsOf(run);
  const first = await exporting.tookPart(r, [trialRecord({ answer: 'blue' })], 'completed');
  await makeRunWithFiles(run, r, [[webmBytes(300), 'voice.webm']], 'completed');
  await run
    .http()
    .post(`/api/participations/${first.id}/messages/`)
    .set(first.person.headers)
    .send({ text: 'When do we hear of it?', ends_anonymity: true })
    .expect(201);
  await exporting.made(r.study_id, builder, { format: 'json' });
  await run.app.get(SealAgreements, { strict: false }).run();
  await term.ofClass(r, classroomId);
  return { ...r, builder, first };
}

/** Archives the classroom, and moves the clock to a day after it may be erased. */
async function endTerm(classroomId: string) {
  await term.archive(classroomId);
  clock.advance(days(150));
  await term.tell();
  clock.advance(days(31));
}

const assignments = (rows: Record<string, string[]>) => rows['identity.assignment'] ?? [];

/** Tables whose rows may still contain ids of the erased study, each with the reason. */
const mayName: Readonly<Record<string, string>> = {
  'platform.outbox': 'events on their way, gone within a day',
  'platform.audit': 'the log of who did what keeps ids, in a chain, until months are cut',
  'identity.assignment':
    'asks students of another class to take part; it stays, and names no study any more',
  'identity.submission': 'work for such an assignment',
  'platform.mail': 'that a mail was sent, by its key, for 37 days',
};

describe('The erasure of a class study', () => {
  it('leaves no row in any table that names the study, and changes no row of another study', async () => {
    const [ending, going] = [await term.classroom(), await term.classroom()];
    const [study, other] = [await classStudy(ending), await classStudy(going)];
    await term.asOwner(async (owner) => {
      const filled = await fillEveryTable(owner, study.study_id);
      expect(await fillEveryTable(owner, other.study_id)).toEqual(filled);
      // These tables have rows about a study, with or without a foreign key to the study. Their
      // names show that `fillEveryTable` finds tables of both kinds.
      expect(filled).toEqual(
        expect.arrayContaining(['research.run_chunk', 'research.message', 'identity.class_review']),
      );
      expect(filled.length).toBeGreaterThan(60);
      await owner.query(`UPDATE research.participation_credit SET state = 'granted'`);
      const [ids, otherIds] = [
        await idsOfStudyRows(owner, study.study_id),
        await idsOfStudyRows(owner, other.study_id),
      ];
      const [named, otherNamed] = [
        await rowHashesContaining(owner, ids),
        await rowHashesContaining(owner, otherIds),
      ];
      expect(filled.filter((table) => !(table in named))).toEqual([]);
      await endTerm(ending);
      expect(await term.erase()).toBe(1);
      const left = await rowHashesContaining(owner, ids);
      expect(Object.keys(left).filter((table) => !(table in mayName))).toEqual([]);
      expect(assignments(left).filter((row) => row.includes(study.study_id))).toEqual([]);
      for (const table of Object.keys(mayName)) delete otherNamed[table];
      const otherLeft = await rowHashesContaining(owner, otherIds);
      for (const table of Object.keys(mayName)) delete otherLeft[table];
      expect(otherLeft).toEqual(otherNamed);
    });
  }, 60_000);
});
