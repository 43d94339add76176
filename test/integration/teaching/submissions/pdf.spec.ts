import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import { startApp, type RunningApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import type { TestPerson } from '../../../support/people/people';
import { pdfBytes, assignmentRequestsOf } from '../rigs/assignments-rig';

let run: RunningApp;
let teaching: ReturnType<typeof assignmentRequestsOf>;
let dataDir: string;
beforeAll(async () => {
  // An application with its own data folder, whose files the tests read.
  run = await startApp();
  dataDir = run.engines.dataDir;
  teaching = assignmentRequestsOf(run);
});
afterAll(async () => {
  await run.close();
});

const leftovers = () => readdir(join(dataDir, 'objects', 'arriving')).catch(() => []);
const assigned = async () => {
  const scene = await teaching.scene();
  const { _id: assignment } = await teaching.create(scene.instructor, scene.id);
  return { ...scene, assignment };
};
const download = (who: TestPerson, id: string) =>
  run.http().get(`/api/submissions/${id}/pdf/`).set(who.headers).buffer(true);

describe('A PDF that is handed in', () => {
  it('is downloaded under its number by its student and its staff, and found by no others', async () => {
    const { id, assignment, instructor, assistant, student, other, stranger, administrator } =
      await assigned();
    const content = pdfBytes('by Wilhelmina', 100_000);
    const body = await bodyOf<{ _id: string; code?: string }>(
      teaching.submitPdf(student, assignment, content, 'Wilhelmina Krüger.pdf').expect(201),
    );
    const { _id } = body;
    expect(body).toMatchObject({ state: 'submitted', text: null, has_pdf: true });
    const [one] = await teaching.read(instructor, id);
    expect(one).toMatchObject({ _id, text: null, has_pdf: true });
    expect(JSON.stringify(one)).not.toContain('Wilhelmina');
    for (const who of [student, instructor, assistant]) {
      const answer = await download(who, _id).expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${one?.number}.pdf"; filename*=UTF-8''${one?.number}.pdf`,
        'x-content-type-options': 'nosniff',
      });
      expect(Buffer.compare(answer.body as Buffer, content)).toBe(0);
    }
    for (const who of [other, stranger, administrator]) await download(who, _id).expect(404);
    await run.http().get(`/api/submissions/${_id}/pdf/`).expect(401);
    await download(student, 'x').expect(404);
    expect(await leftovers()).toEqual([]);
  });

  it('replaces a text, and a text replaces it', async () => {
    const { id, assignment, instructor, student } = await assigned();
    const text = await teaching.submit(student, assignment);
    await download(student, text._id).expect(404);
    const body = await bodyOf<{ _id: string; code?: string }>(
      teaching.submitPdf(student, assignment, pdfBytes()).expect(201),
    );
    expect(await teaching.read(instructor, id)).toMatchObject([{ text: null, has_pdf: true }]);
    const again = await teaching.submit(student, assignment, 'A text again.');
    await download(student, body._id).expect(404);
    expect(await teaching.read(instructor, id)).toMatchObject([
      { _id: again._id, text: 'A text again.', has_pdf: false },
    ]);
  });

  it.each([
    ['a program that is called a PDF', Buffer.from(`MZ${'\0'.repeat(500)}`)],
    ['a page of HTML', Buffer.from(`<html>${'x'.repeat(500)}</html>`)],
    ['a PDF that was cut short', pdfBytes('cut', 5_000).subarray(0, 3_000)],
  ])('is refused when it is %s, and what was handed in stays', async (_, content) => {
    const { assignment, student } = await assigned();
    await teaching.submit(student, assignment, 'Before.');
    const body = await bodyOf<{ _id: string; code?: string }>(
      teaching.submitPdf(student, assignment, content).expect(415),
    );
    expect(body).toMatchObject({ code: 'unsupported_media_type' });
    expect(await teaching.stored(assignment)).toMatchObject([{ text: 'Before.' }]);
    expect(await leftovers()).toEqual([]);
  });

  it('is refused when it has more than five megabytes', async () => {
    const { assignment, student } = await assigned();
    const most = teachingLimits.submissionPdfBytes;
    const around = pdfBytes('', 0).length;
    const body = await bodyOf<{ _id: string; code?: string }>(
      teaching.submitPdf(student, assignment, pdfBytes('', most - around + 1)).expect(413),
    );
    expect(body).toMatchObject({ code: 'too_large' });
    expect(await teaching.stored(assignment)).toEqual([]);
    await teaching.submitPdf(student, assignment, pdfBytes('', most - around - 1)).expect(201);
    expect(await leftovers()).toEqual([]);
  });

  it('is refused before it is read when nothing can be handed in', async () => {
    const { id, assignment, instructor, student, stranger } = await assigned();
    for (const [who, code] of [
      [instructor, 'forbidden'],
      [stranger, 'not_found'],
    ] as const)
      expect((await teaching.submitPdf(who, assignment, pdfBytes())).body).toMatchObject({ code });
    await run.source.query(`UPDATE identity.classroom SET state = 'closed' WHERE id = $1`, [id]);
    expect((await teaching.submitPdf(student, assignment, pdfBytes())).body).toMatchObject({
      code: 'classroom_closed',
    });
    expect(await leftovers()).toEqual([]);
  });
});
