import { createHash } from 'node:crypto';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import type { CopiedResource } from '../../../../contracts/study-files/copied-resources';
import type { RunningApp } from '../../../support/app/launch-app';
import { bodyOf } from '../../../support/app/body-of';
import { unique } from '../../../support/chance/unique';
import type { TestPerson } from '../../../support/people/people';
import { resourceRequestsOf } from '../resources-rig';

export const studyPageHtml = '<!doctype html><title>A study</title>';

/** Makes functions that create resource files, and that copy them into studies by requests. */
export const takeResourceRequestsOf = (run: RunningApp) => {
  const files = resourceRequestsOf(run);
  return {
    /** Makes a file in a new folder. */
    async makeFile(
      of: TestPerson,
      text: string,
      {
        state = 'ready',
        type = 'text/plain',
      }: { state?: 'ready' | 'checking'; type?: ResourceFileType } = {},
    ) {
      const name = `${unique()}.txt`;
      const folder = await files.folder(of, unique());
      const file = await files.file(of, folder, name, { content: Buffer.from(text), state, type });
      return { file, name, sha256: createHash('sha256').update(text).digest('hex') };
    },
    /** Makes a text the newest version of a file. */
    store: (file: string, text: string) => files.version(file, { content: Buffer.from(text) }),
    take: (who: TestPerson, study: string, resources: object[], base: string | null = null) =>
      run
        .http()
        .post(`/api/studies/${study}/resources/`)
        .set(who.headers)
        .send({ base, resources }),
    intoDraft: (who: TestPerson, study: string, resources: object[]) =>
      run
        .http()
        .post(`/api/studies/${study}/timeline/resources/`)
        .set(who.headers)
        .send({ resources }),
    marks: async (who: TestPerson, study: string) =>
      (
        await bodyOf<{ items: CopiedResource[] }>(
          run.http().get(`/api/studies/${study}/resources/`).set(who.headers).expect(200),
        )
      ).items,
  };
};
