import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { BundleIndex, ImportedData } from '../../../../contracts/research-data/bundle';
import type { Study } from '../../../../contracts/studies/studies';
import { bundlePartHashes } from '../../../../server/research-data/bundle/bundle-files';
import type { RunningApp } from '../../../support/app/launch-app';
import type { TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { versionRequestsOf } from '../../study-files/own-files';
import { studyExportRequestsOf } from '../exporting';

export interface ImportedStudy {
  study_id: string;
  left_out_rules: number;
  data: ImportedData | null;
}

export const textFilesIn = (archive: Buffer): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, content]) => [
      name,
      Buffer.from(content).toString('utf8'),
    ]),
  );
export const bundleIndexIn = (archive: Buffer) =>
  JSON.parse(textFilesIn(archive)['bundle.json'] ?? '') as BundleIndex;

/** Returns the hashes that are equal in two bundles of the same study and data. */
export const bundleHashesOf = ({ files, study_sha256, data_sha256 }: BundleIndex) => ({
  study_sha256,
  data_sha256,
  files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
});

export const binaryFilesIn = (archive: Buffer): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content)]),
  );

/** Updates the hashes in the index of a bundle to these files, as a forger would. */
export function resealBundleFiles<Content extends string | Buffer>(
  files: Record<string, Content>,
): Record<string, Content | string> {
  const { 'bundle.json': index = '', ...others } = files;
  const listed = Object.entries(others).map(([path, text]) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const sealed = {
    ...(JSON.parse(String(index)) as BundleIndex),
    files: listed,
    ...bundlePartHashes(listed),
  };
  return { ...others, 'bundle.json': JSON.stringify(sealed) };
}

/** Exports and imports bundles as researchers of two installations. */
export const bundleRequestsOf = (run: RunningApp) => {
  const { made, fetchFile, ask } = studyExportRequestsOf(run);
  const versions = versionRequestsOf(run);
  return {
    /** Makes the session run uploaded files of its study. */
    async withFiles(
      r: RecruitingStudy,
      conditions: object | null = null,
    ): Promise<Study['runtime']> {
      const version = await versions.uploaded(r.study_id, r.researcher);
      const answer = await run
        .http()
        .put(`/api/studies/${r.study_id}/`)
        .set(r.researcher.headers)
        .send({ runtime: versions.hosted(version, { conditions }) })
        .expect(200);
      const { runtime } = answer.body as Study;
      await run.source.query(
        `UPDATE research.session SET snapshot = jsonb_set(snapshot, '{runtime}', $2::jsonb)
         WHERE id = $1`,
        [r.session_id, JSON.stringify(runtime)],
      );
      return runtime;
    },
    /** Exports and downloads a new bundle. */
    async bundled(study: string, who: TestPerson, more: object = {}): Promise<Buffer> {
      const { download_url, state } = await made(study, who, { format: 'bundle', ...more });
      if (!download_url) throw new Error(`it is ${state}`);
      return (await fetchFile(download_url).expect(200)).body as Buffer;
    },
    importing: (who: TestPerson, archive: Buffer) =>
      run
        .http()
        .post('/api/studies/import/')
        .set(who.headers)
        .attach('file', archive, { filename: 'study.zip', contentType: 'application/zip' }),
    async imported(who: TestPerson, archive: Buffer): Promise<ImportedStudy> {
      const answer = await this.importing(who, archive);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body as ImportedStudy;
    },
    ask,
  };
};
