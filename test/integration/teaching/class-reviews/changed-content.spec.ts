import type { z } from 'zod';
import type { StudyChange } from '../../../../contracts/studies/studies';
import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import type { TestPerson } from '../../../support/people/people';
import { experimentFiles } from '../../study-files/own-files';
import { classReviewRequestsOf } from '../rigs/reviews-rig';

let run: RunningApp;
let class_: ReturnType<typeof classReviewRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  class_ = classReviewRequestsOf(run);
});
afterAll(() => run.close());

const conditions = {
  draw: 'weights',
  repeats: 1,
  blinded: false,
  cells: [
    { name: 'a', share: 1, values: {} },
    { name: 'b', share: 1, values: {} },
  ],
};
interface Scene {
  builder: TestPerson;
  study: string;
}
/** Changes fields of the study's runtime. */
const runtime =
  (more: object) =>
  async ({ builder, study }: Scene) => {
    const before = await class_.must<{ runtime: object }>(builder, 'get', `/api/studies/${study}/`);
    await class_.change(builder, study, { runtime: { ...before.runtime, ...more } });
  };
const fields =
  (body: object) =>
  async ({ builder, study }: Scene) => {
    await class_.change(builder, study, body);
  };

/**
 * Fields that have no change below:
 * - fields that a study of a class may not change (`sandbox_only`);
 * - `runtime`: each of its fields has a separate change;
 * - `version`: it only detects that two people change the study at the same time.
 */
type Fixed = 'privacy_level' | 'reward' | 'payment_terms' | 'eligibility' | 'runtime' | 'version';
type Field = Exclude<keyof z.input<typeof StudyChange>, Fixed>;
/** Fields that the server derives from the version and its content. */
type Derived = 'kind' | 'sha256' | 'own_code';
type RuntimeField = Exclude<keyof Extract<HostedRuntime, { kind: 'hosted' }>, Derived>;

/**
 * A change of each field that a student can change. If a new field has no change here, this file
 * does not compile.
 */
const changes: Record<Field | RuntimeField, (scene: Scene) => Promise<void>> = {
  title: fields({ title: 'Another title' }),
  description: fields({ description: 'Another description.' }),
  duration_minutes: fields({ duration_minutes: 16 }),
  maximum_minutes: fields({ maximum_minutes: 77 }),
  additional_notes: fields({ additional_notes: 'Bring headphones.' }),
  requirements: fields({ requirements: ['microphone'] }),
  allow_repeats: fields({ allow_repeats: true }),
  offers_credit: fields({ offers_credit: true }),
  version_id: async ({ builder, study }) => {
    const settings = { shares: false, frames: false };
    const files = { ...experimentFiles(), 'other.html': '<!doctype html><title>x</title>' };
    await class_.publish(builder, study, files, settings);
  },
  entry: runtime({ entry: 'other.html' }),
  hosts: runtime({ hosts: ['https://example.org'] }),
  resume: runtime({ resume: { mode: 'restart', hours: 1 } }),
  expected_records: runtime({ expected_records: 12 }),
  conditions: runtime({ conditions }),
  shares: runtime({ shares: true }),
  frames: runtime({ frames: true }),
  reasons: runtime({ reasons: { reads_pixels: 'They draw.' } }),
  beforehand: runtime({ beforehand: { files: 'none', begins_without: true } }),
  // This change comes last. The server of this test has no separate origin for studies, so it
  // refuses to launch a study that uses a microphone.
  needs: runtime({ needs: ['microphone'] }),
};

describe('An approved study of a class', () => {
  it('needs a new approval when any field that a student can change has changed', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const study = await class_.classStudy(builder, id);
    await class_.publish(builder, study, undefined, { shares: false, frames: false });
    const session = await class_.session(builder, study);
    for (const [field, change] of Object.entries(changes)) {
      await class_.approved(builder, instructor, study);
      const before = await class_.read(instructor, study);
      await change({ builder, study });
      const after = await class_.read(instructor, study);
      const refused = field === 'needs' ? 'study_origin_required' : 'version_changed';
      expect({
        field,
        states: [before.state, after.state],
        isOtherDigest: after.present.digest !== before.present.digest,
        // The instructor can read the changed content, too.
        isReadable:
          JSON.stringify(after.present.content) !== JSON.stringify(before.present.content),
        launch: await class_.open(builder, session),
      }).toEqual({
        field,
        states: ['approved', 'changed'],
        isOtherDigest: true,
        isReadable: true,
        launch: refused,
      });
      expect(after.approved?.content).toEqual(before.present.content);
    }
    // Time limit: each field needs a launch and a review, which makes some hundred calls.
  }, 60_000);

  it('needs a new approval when the consent form of the class has a new text, from the next submission on', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const one = await class_.built(builder, id);
    await class_.approved(builder, instructor, one);
    const words = 'We take part for our class, and for another one.';
    await run.source.query(`UPDATE identity.classroom SET consent_text = $2 WHERE id = $1`, [
      id,
      words,
    ]);
    expect(await class_.read(builder, one)).toMatchObject({ state: 'approved' });
    expect(await class_.launch(builder, one)).toBe(200);
    await class_.submit(builder, one);
    expect(await class_.launch(builder, one)).toBe('version_changed');
    expect(await class_.decide(instructor, one, 'approved')).toMatchObject({
      approved: { content: { consent: { text: words } } },
    });
    expect(await class_.launch(builder, one)).toBe(200);
  });

  it('can be launched again as soon as it equals what was approved', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const one = await class_.built(builder, id, { title: 'First' });
    await class_.approved(builder, instructor, one);
    await class_.change(builder, one, { title: 'Second' });
    expect(await class_.launch(builder, one)).toBe('version_changed');
    await class_.change(builder, one, { title: 'First' });
    expect(await class_.read(builder, one)).toMatchObject({ state: 'approved' });
    expect(await class_.launch(builder, one)).toBe(200);
  });

  it('needs no further approval to pause and resume', async () => {
    const { id, instructor, builder } = await class_.reviewedClass();
    const one = await class_.built(builder, id);
    await class_.approved(builder, instructor, one);
    const session = await class_.session(builder, one);
    expect(await class_.open(builder, session)).toBe(200);
    await class_.change(builder, one, { title: 'Changed since' });
    for (const state of ['paused', 'active'])
      expect(await class_.told(builder, 'put', `/api/sessions/${session}/`, { state })).toBe(200);
  });
});
