import type {
  StudyFork,
  Template,
  TemplateSharing,
} from '../../../../contracts/teaching/templates';
import type { Study } from '../../../../contracts/studies/studies';
import { emptyTimeline, type Timeline } from '../../../../contracts/timeline/timeline';
import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { unique } from '../../../support/chance/unique';
import type { TestPerson } from '../../../support/people/people';
import { makeStudy } from '../../studies/fixtures';
import { timelineRequestsOf, trialOf, versionRequestsOf } from '../../study-files/own-files';

type Method = 'get' | 'put' | 'post';
interface Answer<Body> {
  status: number;
  body: Body & { code: string };
}

/** Makes functions that send requests about templates, and that make studies to share. */
export const templateRequestsOf = (run: RunningApp) => {
  const timelines = timelineRequestsOf(run);
  const versions = versionRequestsOf(run);
  const ask = async <Body>(
    who: TestPerson,
    method: Method,
    path: string,
    body?: object,
  ): Promise<Answer<Body>> => {
    const request = run.http()[method](path).set(who.headers);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, body: answer.body as Answer<Body>['body'] };
  };
  const told = async (...call: Parameters<typeof ask>) => {
    const { status, body } = await ask(...call);
    return status < 400 ? status : body.code;
  };
  const share = (
    who: TestPerson,
    study: string,
    shares: TemplateSharing['shares'][number] extends infer S ? Omit<S & object, 'title'>[] : never,
    script: object | null = null,
  ) => ask<TemplateSharing>(who, 'put', `/api/studies/${study}/template/`, { script, shares });
  const copy = (who: TestPerson, study: string, classroom: string | null) =>
    ask<Study>(
      who,
      'post',
      `/api/studies/${study}/copies/?template=true${classroom === null ? '' : `&classroom=${classroom}`}`,
    );
  const changed = (who: TestPerson, study: string, change: object) =>
    told(who, 'put', `/api/studies/${study}/`, change);
  /** Publishes a timeline as the version that the study runs. */
  const build = async (who: TestPerson, study: string, timeline: Timeline): Promise<void> => {
    const version = (await timelines.publish(study, who, timeline).expect(201))
      .body as StudyVersion;
    const runtime = { kind: 'builder', version_id: version._id };
    const answer = await changed(who, study, { runtime });
    if (answer !== 200) throw new Error(`build: ${answer}`);
  };
  return {
    ask,
    told,
    share,
    shareWith: async (who: TestPerson, study: string, classroom_id: string, pooled = false) => {
      const { status, body } = await share(who, study, [{ classroom_id, pooled }]);
      if (status !== 200) throw new Error(`share: ${status} ${body.code}`);
    },
    sharing: (who: TestPerson, study: string) =>
      ask<TemplateSharing>(who, 'get', `/api/studies/${study}/template/`),
    list: async (who: TestPerson, classroom: string) =>
      (await ask<{ items: Template[] }>(who, 'get', `/api/classrooms/${classroom}/templates/`)).body
        .items,
    copy,
    /**
     * Copies a template for a classroom.
     * @returns the id of the copy
     */
    copied: async (who: TestPerson, study: string, classroom: string | null): Promise<string> => {
      const { status, body } = await copy(who, study, classroom);
      if (status !== 201) throw new Error(`copy: ${status} ${JSON.stringify(body)}`);
      return body._id;
    },
    fork: (who: TestPerson, study: string) =>
      ask<StudyFork>(who, 'get', `/api/studies/${study}/fork/`),
    changed,
    build,
    timelines,
    versions,
    /** Makes a study in the builder, with two trials and a file. */
    template: async (owner: TestPerson, details: object = {}) => {
      const study = await makeStudy(run, owner, {
        title: `Template ${unique()}`,
        privacy_level: 'roster_on_start',
        runtime: null,
        reward: { amount: 300, currency: 'EUR' },
        payment_terms: { how: 'cash', within_days: 7 },
        requirements: ['desktop'],
        ...details,
      });
      const timeline = twoTrialTimeline();
      await timelines.save(study, owner, 0, timeline).expect(200);
      await timelines.addFile(study, owner, 'img/face.txt').expect(201);
      await build(owner, study, timeline);
      return { study, timeline };
    },
  };
};

/** Makes a timeline of two trials whose files no other test has. */
export const twoTrialTimeline = (): Timeline => ({
  ...emptyTimeline(unique(), 'en'),
  nodes: [
    { ...trialOf('first', 'a'), name: 'First' },
    { ...trialOf('second', 'b'), name: 'Second' },
  ],
});
