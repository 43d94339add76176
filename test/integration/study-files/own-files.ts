import type { StudyVersion } from '../../../contracts/study-files/study-files';
import type {
  TimelineDraft,
  TimelineTemplate,
} from '../../../contracts/study-files/study-timelines';
import { emptyTimeline, type Timeline, type Trial } from '../../../contracts/timeline/timeline';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { zipFiles } from '../../support/files/zip';

/** Makes the files of a small experiment; different `words` give different files. */
export const experimentFiles = (words = unique()): Record<string, string> => ({
  'index.html': `<!doctype html><html><head><title>${words}</title><script src="js/main.js"></script></head></html>`,
  'js/main.js': 'onkeydown = () => commonlab.record({ pressed: 1 }).then(commonlab.finish);',
  'img/ä 1.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'data/long.bin': '0123456789'.repeat(10),
});

/** Makes functions that send requests about versions of a study. */
export const versionRequestsOf = (run: RunningApp) => {
  const at = (study: string, rest = '') => `/api/studies/${study}/versions/${rest}`;
  const upload = (study: string, who: TestPerson, archive = zipFiles(experimentFiles())) =>
    run
      .http()
      .post(at(study))
      .set(who.headers)
      .attach('file', archive, { filename: 'study.zip', contentType: 'application/zip' });
  return {
    at,
    upload,
    async uploaded(
      study: string,
      who: TestPerson,
      files = experimentFiles(),
    ): Promise<StudyVersion> {
      return (await upload(study, who, zipFiles(files)).expect(201)).body as StudyVersion;
    },
    /** Requests a preview. @returns the path of its address */
    async preview(study: string, version: string, who: TestPerson, body: object = {}) {
      const answer = await run
        .http()
        .post(at(study, `${version}/preview/`))
        .set(who.headers)
        .send(body)
        .expect(201);
      const { url, expires_at } = answer.body as { url: string; expires_at: string };
      return { path: new URL(url).pathname, expires_at, origin: new URL(url).origin };
    },
    hosted: (version: StudyVersion, more: object = {}) => ({
      kind: 'hosted',
      version_id: version._id,
      entry: 'index.html',
      resume: { mode: 'trial', hours: 48 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
      ...more,
    }),
  };
};

/** The smallest timeline that can be published as a version. */
export const oneTrialTimeline: Timeline = {
  ...emptyTimeline('Faces', 'en'),
  nodes: [
    {
      id: 't',
      type: 'trial',
      name: '',
      plugin: 'html-keyboard-response',
      parameters: { stimulus: 'x' },
    },
  ],
};

/** Makes functions that send requests about timelines of the builder. */
export const timelineRequestsOf = (run: RunningApp) => {
  const at = (study: string, rest = '') => `/api/studies/${study}/timeline/${rest}`;
  return {
    at,
    read: async (study: string, who: TestPerson) =>
      (await run.http().get(at(study)).set(who.headers).expect(200)).body as TimelineDraft,
    save: (study: string, who: TestPerson, version: number, timeline: object) =>
      run.http().put(at(study)).set(who.headers).send({ version, timeline }),
    template: (study: string, who: TestPerson, template: TimelineTemplate, version = 0) =>
      run
        .http()
        .post(at(study, 'template/'))
        .set(who.headers)
        .send({ template, version, language: 'en' }),
    addFile: (study: string, who: TestPerson, path: string, content = Buffer.from(unique())) =>
      run
        .http()
        .post(at(study, 'files/'))
        .query({ path })
        .set(who.headers)
        .attach('file', content, { filename: 'x', contentType: 'application/octet-stream' }),
    publish: (study: string, who: TestPerson, timeline: object) =>
      run.http().post(`/api/studies/${study}/versions/`).set(who.headers).send({ timeline }),
  };
};

export const trialOf = (stimulus: Trial['parameters'][string], id = 't'): Trial => ({
  id,
  type: 'trial',
  name: 'A trial',
  plugin: 'html-keyboard-response',
  parameters: { stimulus },
});
/** Makes a timeline whose file no other test has. */
export const timelineWith = (...nodes: Trial[]): Timeline => ({
  ...emptyTimeline(unique(), 'en'),
  nodes: nodes.length > 0 ? nodes : [trialOf('x')],
});
