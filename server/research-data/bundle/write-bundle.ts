import {
  bundleFiles,
  bundleFormat,
  bundleVersion,
  BundleConsents,
  BundleSessions,
  BundleSettings,
  BundleStudyVersion,
  BundleVariables,
  type BundleConsent,
  type BundleIndex,
  type BundleSource,
} from '../../../contracts/research-data/bundle';
import { dataBundleSessions } from '../../enrolment/sessions/bundled-sessions.read';
import { bundledConsents, bundledSettings } from '../../studies/bundles/bundled-study.read';
import { variablesOfStudy } from '../../studies/variables/study-variables.read';
import type { StoredVariable } from '../../studies/variables/variables.rule';
import { bundledVersions } from '../../study-files/versions/bundled-versions.read';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import { chooseRuns, type RunSelection } from '../selection/selected-runs';
import type { DataRequest } from '../selection/data-request';
import type { WrittenExport } from '../archive/dataset';
import { countExternalFiles } from '../external-data/external-tables';
import { researchDataTexts } from '../research-data-texts';
import { bundlePartHashes } from './bundle-files';
import { bundleReadme } from './bundle-readme.rule';
import { BundleRecordingsWriter } from './bundle-recordings-writer';
import { BundleRunsWriter } from './bundle-runs-writer';

export interface BundleRequest extends DataRequest {
  readonly options: DataRequest['options'] & { readonly recordings: boolean };
  /** This installation. */
  readonly source: Omit<BundleSource, 'study' | 'made_on'>;
}

/**
 * Writes a study with its data (contracts/research-data/bundle.ts). If the study and the data are
 * unchanged, every installation writes the same bytes at any time. Only two files may differ:
 * `bundle.json` names the installation, and `README.md` is in the language of the request.
 */
export async function writeBundle(
  request: BundleRequest,
  files: ArchiveFilesWriter,
): Promise<WrittenExport> {
  const { snapshot, studyId, options, madeAt, source } = request;
  const today = madeAt.toISOString().slice(0, 10);
  const selection = await chooseRuns(snapshot, studyId, options, today);
  const { settings, versionId } = await bundledSettings(snapshot, studyId);
  const { t } = researchDataTexts.in(request.language);
  await files.add(bundleFiles.readme, [bundleReadme(settings, options.recordings, t)]);
  await files.addExactJson(bundleFiles.settings, BundleSettings.parse(settings));
  const own = await dataBundleSessions(snapshot, studyId);
  const consents = await bundledConsents(snapshot, studyId, notNull(own.map((s) => s.consent_id)));
  if (consents.inForce) {
    const [inForce] = BundleConsents.parse([consents.inForce]);
    await files.addExactJson(bundleFiles.consent, inForce);
  }
  const variables = await variablesOfStudy(snapshot, studyId);
  if (variables.length > 0) await files.addExactJson(bundleFiles.variables, wordsOf(variables));
  const versions = await bundledVersions(snapshot, [
    ...new Set(notNull([versionId, ...own.map((s) => s.version_id)])),
  ]);
  const contents = new Set([consents.inForce, ...consents.agreed].flatMap(pdfOf));
  for (const version of versions) {
    await files.addExactJson(
      bundleFiles.version(version.sha256),
      BundleStudyVersion.parse(version),
    );
    for (const { sha256 } of version.files) contents.add(sha256);
  }
  for (const sha256 of [...contents].sort()) await addContent(request.files, files, sha256);
  const sessions = await writeSessions(selection, own, consents.agreed, files);
  const runs = new BundleRunsWriter(request, selection.runs);
  await runs.write(files);
  const recordings = options.recordings ? new BundleRecordingsWriter(request) : null;
  await recordings?.write(runs.written, files, selection.imported?.withheld_recordings ?? 0);
  const ownRuns = runs.written.filter(({ imported }) => imported === null);
  const counts = { versions: versions.length, sessions, ...runs.counts };
  const { title } = settings;
  const outside_files = await countExternalFiles(snapshot, studyId);
  const left_out = {
    ...selection.left_out,
    damaged: runs.damaged,
    ...(outside_files > 0 && { outside_files }),
  };
  const index: BundleIndex = {
    format: bundleFormat,
    format_version: settings.offers_credit
      ? bundleVersion
      : settings.payment_terms?.pay
        ? 3
        : recordings || variables.length > 0 || isOfSecondVersion(settings)
          ? 2
          : 1,
    title,
    sources: [
      ...(selection.imported?.sources ?? []),
      { ...source, study: studyId, made_on: today },
    ],
    counts,
    left_out,
    withheld_values: runs.withheld + (selection.imported?.withheld_values ?? 0),
    recordings: recordings?.counts,
    ...bundlePartHashes(listed(files)),
    files: listed(files),
  };
  await files.addExactJson(bundleFiles.index, index);
  return {
    counts: { runs: counts.runs, rows: counts.records, columns: 0 },
    left_out,
    runIds: ownRuns.map(({ id }) => id),
    partIds: [],
    hasImported: ownRuns.length < runs.written.length,
  };
}

/**
 * Writes the sessions of this installation and of imported data, and the consent texts to which
 * their participants agreed.
 */
async function writeSessions(
  { imported }: RunSelection,
  own: Awaited<ReturnType<typeof dataBundleSessions>>,
  agreed: readonly BundleConsent[],
  files: ArchiveFilesWriter,
): Promise<number> {
  const sessions = [
    ...own.map(({ consent_id: _, version_id: __, ...session }) => session),
    ...(imported?.sessions ?? []),
  ].sort((a, b) => (a.session < b.session ? -1 : 1));
  if (sessions.length === 0) return 0;
  const consents = new Map(
    [...agreed, ...(imported?.consents ?? [])].map((one) => [one.sha256, one]),
  );
  const inOrder = [...consents.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  await files.addExactJson(bundleFiles.sessions, BundleSessions.parse(sessions));
  await files.addExactJson(bundleFiles.consents, BundleConsents.parse(inOrder));
  return sessions.length;
}

async function addContent(
  storage: DataRequest['files'],
  files: ArchiveFilesWriter,
  sha256: string,
): Promise<void> {
  const content = await storage.bytes(sha256);
  if (!content) throw new Error(`the stored file ${sha256} is not on disk`);
  await files.add(bundleFiles.content(sha256), content as AsyncIterable<Uint8Array>);
}

const listed = ({ named }: ArchiveFilesWriter) =>
  named.map(({ name: path, bytes, sha256 }) => ({ path, bytes, sha256 }));
const wordsOf = (variables: readonly StoredVariable[]) =>
  BundleVariables.parse(variables.map(({ version: _, ...words }) => words));
const notNull = <T>(values: readonly (T | null)[]): T[] =>
  values.flatMap((value) => (value === null ? [] : [value]));
const pdfOf = (consent: BundleConsent | null): string[] =>
  consent?.kind === 'pdf' ? [consent.sha256] : [];

/**
 * Whether a bundle has settings that an installation knowing only version 1 of the format would
 * refuse as malformed: preloaded files, studies with written instructions, payment terms.
 */
const isOfSecondVersion = ({ runtime, payment_terms }: BundleSettings): boolean =>
  payment_terms !== undefined ||
  runtime?.kind === 'notes' ||
  (runtime !== null && 'beforehand' in runtime && runtime.beforehand !== undefined);
