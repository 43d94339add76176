import type { StudyStorage } from '../../../../contracts/study-files/study-storage';
import { teachingLimits } from '../../../../contracts/teaching/limits';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { zipFiles } from '../../../support/files/zip';
import { experimentFiles, versionRequestsOf } from '../../study-files/own-files';
import { classSessionsIn } from '../../teaching/rigs/class-sessions';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const storageOf = async (who: TestPerson) =>
  (await run.http().get('/api/study-storage/').set(who.headers).expect(200)).body as StudyStorage;

describe('the storage of students who build studies', () => {
  it('is smaller than that of researchers, and an upload beyond it is refused with the sizes', async () => {
    const rig = classSessionsIn(run);
    const versions = versionRequestsOf(run);
    const room = await rig.buildingClass();
    const study = await rig.classStudy(room.builder, room.id);
    const version = await versions.uploaded(study, room.builder);
    expect((await storageOf(room.builder)).most_bytes).toBe(teachingLimits.builderBytes);
    // Sets the stored size of one file of the version to the size of the whole storage.
    await run.source.query(
      `UPDATE research.study_version_file SET bytes = $2 WHERE version_id = $1 AND path = 'index.html'`,
      [version._id, teachingLimits.builderBytes],
    );
    const refused = await versions
      .upload(study, room.builder, zipFiles(experimentFiles()))
      .set('Accept-Language', 'en');
    expect(refused.body).toMatchObject({
      code: 'storage_full',
      description: expect.stringContaining('of 200 MB') as string,
    });
    const researcher = await makeResearcher(run.source);
    expect((await storageOf(researcher)).most_bytes).toBeGreaterThan(teachingLimits.builderBytes);
  });
});
