import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { launchHostedStudy } from '../runtime/running';
import { studyExportRequestsOf, trialRecord } from './exporting';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

/** Launches a session with names, so that exports contain the runs of today. */
const named = (title: string) =>
  launchHostedStudy(run, { privacy_level: 'roster_on_start', title, description: 'Words' });

describe('An exported file', () => {
  it('is named after the study, the format and the day', async () => {
    const { tookPart, made, fetchFile } = studyExportRequestsOf(run);
    const r = await named('Farbwörter: Stroop');
    await tookPart(r, [trialRecord({ rt: 1 })]);
    const names = [];
    for (const format of ['bids', 'csv']) {
      const { download_url } = await made(r.study_id, r.researcher, { format });
      const { headers } = await fetchFile(download_url ?? '').expect(200);
      names.push(headers['content-disposition']?.replace(/\d{4}-\d\d-\d\d/g, 'DAY'));
    }
    expect(names).toEqual(
      ['bids', 'csv'].map(
        (format) =>
          `attachment; filename="farbw_rter-stroop-${format}-DAY.zip"; ` +
          `filename*=UTF-8''farbw%C3%B6rter-stroop-${format}-DAY.zip`,
      ),
    );
  });

  it('has texts in the requester’s or the chosen language; names and values stay the same', async () => {
    const { tookPart, downloaded } = studyExportRequestsOf(run);
    const r = await named('Sprachen');
    await tookPart(r, [trialRecord({ rt: 1 })]);
    const german = await downloaded(r.study_id, r.researcher, {
      ...{ format: 'psych-ds', language: 'de' },
    });
    const english = await downloaded(r.study_id, r.researcher, { format: 'psych-ds' });
    expect(german.files['README.md']).toContain('Daten aus 1 Durchlauf');
    expect(english.files['README.md']).toContain('Data of 1 run (');
    const tables = ({ files }: typeof german) =>
      Object.entries(files).filter(([name]) => name.startsWith('data/'));
    expect(tables(german)).toEqual(tables(english));
    expect(german.codebook).toMatchObject({ trials: expect.any(Array) as object });
    const asked = await run
      .http()
      .post(`/api/studies/${r.study_id}/exports/`)
      .set({ ...r.researcher.headers, 'accept-language': 'de' })
      .send({})
      .expect(202);
    expect(asked.body).toMatchObject({ language: 'de' });
  });
});
