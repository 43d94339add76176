/** @long: `npm test -- long` also runs studies at an origin of their own, if they can have one */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { StudyVersion, VersionReport } from '../../../../contracts/study-files/study-files';
import { sampleUnlessLongRun } from '../../../support/chance/lanes';
import { printSeededRandom } from '../../../support/chance/seeded';
import { eventually } from '../../../support/chance/wait';
import { newPerson, type Person } from '../../support/api';
import { useBrowser } from '../../support/browser';
import {
  enrolAndOpenStudy,
  clickBegin,
  recordsOfSession,
  launchStudyWithVersion,
  trialsIn,
  uploadStudyFiles,
} from '../../support/running-here';
import { seeHeading } from '../../support/see';

/**
 * The content of `shape.json`, which describes a sample study; all other files of the folder belong
 * to the study.
 */
interface Shape {
  title: string;
  /** Whether the study ends without input from a participant. */
  ends: boolean;
  /** How many records the run stores, or their content in order. */
  records: number | object[];
  /**
   * Runtime settings of the sample study that differ from what the report on its files proposes.
   */
  runtime?: object;
  /**
   * Whether the study is also tested at an origin of its own. In the product, studies that use a
   * microphone or camera have an origin of their own.
   */
  alsoAtOwnOrigin?: true;
}
const shelf = join(__dirname, 'shapes');
const shapes = readdirSync(shelf).sort();
const browser = useBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

function filesOf(name: string): Record<string, Uint8Array> {
  const folder = join(shelf, name);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .filter((path) => path !== 'shape.json');
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

/** Returns the settings that the editor proposes for a first version (hosted.rule.ts). */
const runtimeOf = ({ kind, entry, hosts, needs, frames = true }: VersionReport) => ({
  ...{ entry, hosts, needs, frames },
  resume: { mode: kind.startsWith('jspsych') ? 'trial' : 'restart', hours: 24 },
});

const shapeOf = (name: string) =>
  JSON.parse(readFileSync(join(shelf, name, 'shape.json'), 'utf8')) as Shape;
const ofOwn = shapes
  .filter((name) => shapeOf(name).alsoAtOwnOrigin)
  .map((name) => ({
    name,
    title: `${shapeOf(name).title}, at an origin of its own`,
    needs: ['microphone'],
  }));
const cases = [
  ...shapes.map((name) => ({ name, title: shapeOf(name).title, needs: undefined })),
  ...sampleUnlessLongRun(ofOwn, 3, printSeededRandom('studies at an origin of their own')),
];

/** Takes part in all studies, each in a window of its own. */
let participant: Person;
beforeAll(async () => {
  participant = await newPerson();
});

describe('sample studies: a study with', () => {
  it.each(cases)('$title runs, and its records are stored ($name)', async ({ name, needs }) => {
    const shape = shapeOf(name);
    const runtime: Record<string, unknown> = {};
    const study = await launchStudyWithVersion(
      async ({ study: id, token, call }) => {
        const version = (await uploadStudyFiles(filesOf(name), id, token)) as StudyVersion;
        const { report } = await eventually(
          () =>
            call<{ report: VersionReport | null }>(
              'GET',
              `/api/studies/${id}/versions/${version._id}/report/`,
            ),
          (said) => said.report !== null,
        );
        if (!report) throw new Error('there is no report');
        expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        Object.assign(runtime, runtimeOf(report), needs && { needs }, shape.runtime);
        return version;
      },
      shape.title,
      runtime,
    );
    const { page, participation } = await enrolAndOpenStudy(browser, study, 1280, participant);
    await page.goto(`/run/${participation}`);
    await clickBegin(page);
    if (shape.ends) await seeHeading(page, 'All of your answers have arrived');
    const stored = await eventually(
      async () => trialsIn(await recordsOfSession(study.session_id)) as object[],
      (trials) =>
        trials.length >= (typeof shape.records === 'number' ? shape.records : shape.records.length),
    );
    if (typeof shape.records === 'number') expect(stored).toHaveLength(shape.records);
    else expect(stored).toEqual(shape.records.map((row) => expect.objectContaining(row) as object));
    // The page showed the participant no message over the study.
    const events = (await recordsOfSession(study.session_id)).filter(
      ({ kind }) => kind === 'event',
    );
    expect(events.filter(({ data }) => /"type":"(not_started|stuck)"/.test(data))).toEqual([]);
  });
});
