import type { CommandBus } from '@nestjs/cqrs';
import { zipSync } from 'fflate';
import type { Caller } from './access/caller';
import { ChangeStudy } from './studies/change-study.command';
import { demoFiles, demoTrials } from './studies/demo/demo-study-here';
import { UploadVersion } from './study-files/versions/upload-version.command';

/** Brings the files of the demo's study that runs here, as a researcher would. */
export async function seedRunningHere(
  commands: CommandBus,
  studyId: string,
  researcher: Caller,
): Promise<void> {
  const archive = zipSync(await demoFiles());
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
          expected_records: demoTrials,
          conditions: null,
        },
      },
      researcher.request_id,
    ),
  );
}
