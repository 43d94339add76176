import type { CommandBus } from '@nestjs/cqrs';
import { zipSync } from 'fflate';
import type { Caller } from '../access/caller';
import { ChangeStudy } from '../studies/change-study.command';
import { readDemoStudyFiles, demoRecordsPerRun } from './demo-hosted-study';
import { emptyVariableDescription } from '../../contracts/research-data/study-variables';
import { DescribeVariables } from '../studies/variables/describe-variables.command';
import { UploadVersion } from '../study-files/uploads/upload-version.command';

/** The researcher's descriptions of variables; some variables have none yet. */
const variables = [
  {
    name: 'rt',
    description: 'From the word on the screen until the key, in the browser of the participant.',
    unit: 'ms',
    levels: [],
  },
  {
    name: 'congruent',
    description: 'Whether the word is written in the colour that it names.',
    unit: '',
    levels: [
      { value: 'true', label: 'congruent' },
      { value: 'false', label: 'incongruent' },
    ],
  },
  {
    name: 'response',
    description: 'The key that was pressed: the first letter of the colour of the letters.',
    unit: '',
    levels: [
      { value: 'r', label: 'red' },
      { value: 'g', label: 'green' },
      { value: 'b', label: 'blue' },
      { value: 'o', label: 'orange' },
    ],
  },
].map((one) => ({ ...emptyVariableDescription, ...one, version: null }));

/**
 * Uploads the files of the demo's study that runs in the browser, and describes its variables.
 * @param isSet whether an earlier start of the server has already uploaded the files
 */
export async function seedHostedStudyFiles(
  commands: CommandBus,
  studyId: string,
  researcher: Caller,
  isSet: boolean,
): Promise<void> {
  if (!isSet) await setTo(commands, studyId, researcher);
  // Storing the same descriptions again changes nothing.
  await commands.execute(new DescribeVariables(studyId, variables, researcher));
}

/** Uploads the study's files. Uploading the same files again gives the same version. */
async function setTo(commands: CommandBus, studyId: string, researcher: Caller): Promise<void> {
  const archive = zipSync(await readDemoStudyFiles());
  async function* stream() {
    yield await Promise.resolve(archive);
  }
  const { id } = await commands.execute(
    new UploadVersion(studyId, researcher, {
      name: 'colour-of-words.zip',
      type: 'application/zip',
      stream: stream(),
    }),
  );
  await commands.execute(
    new ChangeStudy(
      studyId,
      researcher.person,
      {
        version: 1,
        runtime: {
          kind: 'hosted',
          version_id: id,
          entry: 'index.html',
          resume: { mode: 'trial', hours: 48 },
          hosts: [],
          needs: [],
          expected_records: demoRecordsPerRun,
          conditions: null,
        },
      },
      researcher.request_id,
    ),
  );
}
