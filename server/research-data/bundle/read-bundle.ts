import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import {
  BundleConsent,
  BundleConsents,
  bundleFiles,
  BundleIndex,
  BundleSessions,
  BundleSettings,
  BundleStudyVersion,
  BundleVariables,
  bundleFormat,
  bundleVersion,
} from '../../../contracts/research-data/bundle';
import { bundleLimits } from '../../../contracts/research-data/bundle-limits';
import { studiesLimits } from '../../../contracts/studies/limits';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import { timelineFileLimits } from '../../../contracts/study-files/study-timelines';
import type { VariableDescription } from '../../../contracts/research-data/study-variables';
import { isWithinLimits, hasNoDescription } from '../../studies/variables/variables.rule';
import { timelineLimits } from '../../../contracts/timeline/limits';
import { Timeline } from '../../../contracts/timeline/timeline';
import { studyFilesFolder } from '../../../contracts/timeline/timeline-nodes';
import type { Storage } from '../../platform/storage/storage';
import { timelinePath } from '../../study-files/timeline-files/folder.rule';
import { isPagePath } from '../../study-files/versions/mime-type';
import { manifestHash } from '../../study-files/versions/manifest';
import { ReceivedBundleRecordings } from './received-bundle-recordings';
import { isBundlePath, isVersion2BundleFile, bundlePartHashes } from './bundle-files';
import { invalidBundleError } from './bundle-invalid';
import { locateFile, parseJsonFile, readJsonFile, type UnpackedFiles } from './unpacked-files';
import { ConditionsOfRuns } from './conditions-of-runs';
import { consentFormOfBundle, studyDetailsOf, type StudyDetails } from './study-details';
import {
  anonymityBySession,
  type AnonymityBySession,
} from '../imported-data/anonymous-sessions.rule';
import { mustHaveDistinctRuns, indexRuns, type IndexedRun } from './indexed-runs';

export interface BundleContent {
  readonly index: BundleIndex;
  readonly study: StudyDetails;
  readonly consent: ReturnType<typeof consentFormOfBundle> | null;
  readonly versions: readonly BundleStudyVersion[];
  readonly variables: readonly VariableDescription[];
  /** The timeline of the study's version, for a study that was made with the builder. */
  readonly timeline: Timeline | null;
  readonly sessions: z.output<typeof BundleSessions>;
  readonly consents: z.output<typeof BundleConsents>;
  /** The files with records, and the runs that each contains. */
  readonly runs: readonly { path: string; runs: IndexedRun[] }[];
}

/**
 * Reads a bundle that lies unpacked on disk, and compares every file with its hash: nothing in it is trusted.
 * @throws DomainError bundle_invalid with the path and a code
 */
export async function readBundle(files: UnpackedFiles, storage: Storage): Promise<BundleContent> {
  const index = await indexOf(files);
  compareFiles(index, files);
  const settings = await readJsonFile(files, bundleFiles.settings, BundleSettings);
  const versions = await versionsOf(files);
  const study = studyDetailsOf(settings);
  const { runtime } = settings;
  if (isHostedRuntime(runtime)) {
    const version = versions.find(({ sha256 }) => sha256 === runtime.sha256);
    if (!version?.files.some(({ path }) => path === runtime.entry))
      throw invalidBundleError(bundleFiles.settings, 'bundle_malformed');
    if (!isPagePath(runtime.entry))
      throw invalidBundleError(bundleFiles.settings, 'bundle_entry_no_page');
  }
  const consent = files.has(bundleFiles.consent)
    ? await readJsonFile(files, bundleFiles.consent, BundleConsent)
    : null;
  if (consent?.kind === 'pdf') await mustBePdf(files, consent.sha256, storage);
  const variables = files.has(bundleFiles.variables)
    ? await readJsonFile(files, bundleFiles.variables, BundleVariables)
    : [];
  if (!areVariables(variables)) throw invalidBundleError(bundleFiles.variables, 'bundle_malformed');
  const sessions = files.has(bundleFiles.sessions)
    ? await readJsonFile(files, bundleFiles.sessions, BundleSessions)
    : [];
  const consents = files.has(bundleFiles.consents)
    ? await readJsonFile(files, bundleFiles.consents, BundleConsents)
    : [];
  const runs = await runsOf(files, anonymityBySession(sessions));
  return {
    index,
    study,
    consent: consent && consentFormOfBundle(consent),
    variables,
    versions,
    timeline:
      runtime?.kind === 'builder' ? await timelineOf(files, versions, runtime.sha256) : null,
    sessions,
    consents,
    runs,
  };
}

/** Whether each variable is named only once and has a description, as this installation requires. */
const areVariables = (all: readonly VariableDescription[]): boolean =>
  new Set(all.map(({ name }) => name)).size === all.length &&
  !all.some(hasNoDescription) &&
  isWithinLimits(all);

/**
 * Reads the files with records, and the runs in each. The first digits of a run's pseudonym
 * determine its file.
 */
async function runsOf(
  files: UnpackedFiles,
  isAnonymous: AnonymityBySession,
): Promise<BundleContent['runs']> {
  const runs = [];
  const recordings = new ReceivedBundleRecordings(files);
  const conditions = new ConditionsOfRuns();
  let room: number = bundleLimits.runs;
  for (const name of [...files.keys()].filter((one) => one.startsWith('data/runs/')).sort()) {
    const path = locateFile(files, name);
    const file = { path, name, isAnonymous, recordings, conditions, most: room };
    const inFile = await indexRuns(file);
    if (inFile.some(({ run }) => bundleFiles.runs(run.participant) !== name))
      throw invalidBundleError(name, 'bundle_malformed');
    room -= inFile.length;
    runs.push({ path: name, runs: inFile });
  }
  recordings.eachIsAnnounced();
  mustHaveDistinctRuns(
    runs.flatMap(({ path: name, runs: all }) => all.map((of) => ({ name, of }))),
  );
  return runs;
}

async function indexOf(files: UnpackedFiles): Promise<BundleIndex> {
  const file = files.get(bundleFiles.index);
  const value = file && (await parseJsonFile(file, bundleFiles.index));
  if (!isObject(value) || value.format !== bundleFormat)
    throw invalidBundleError('', 'bundle_none');
  const { format_version: version } = value;
  if (typeof version === 'number' && version > bundleVersion)
    throw invalidBundleError(bundleFiles.index, 'bundle_newer');
  const index = BundleIndex.safeParse(value);
  if (!index.success) throw invalidBundleError(bundleFiles.index, 'bundle_malformed');
  return index.data;
}

/**
 * Checks that the bundle has exactly the files that its index lists, each with the stated size and
 * hash.
 */
function compareFiles(index: BundleIndex, files: UnpackedFiles): void {
  const named = new Set<string>();
  for (const { path, bytes, sha256 } of index.files) {
    const file = files.get(path);
    if (!isBundlePath(path) || named.has(path)) throw invalidBundleError(path, 'bundle_malformed');
    if (!file) throw invalidBundleError(path, 'bundle_file_missing');
    if (file.sha256 !== sha256 || file.size !== bytes)
      throw invalidBundleError(path, 'bundle_file_differs');
    named.add(path);
  }
  for (const path of files.keys())
    if (path !== bundleFiles.index && !named.has(path))
      throw invalidBundleError(path, 'bundle_file_unknown');
  if (index.format_version === 1 && (index.recordings || [...named].some(isVersion2BundleFile)))
    throw invalidBundleError(bundleFiles.index, 'bundle_malformed');
  const parts = bundlePartHashes(index.files);
  if (parts.study_sha256 !== index.study_sha256 || parts.data_sha256 !== index.data_sha256)
    throw invalidBundleError(bundleFiles.index, 'bundle_malformed');
}

/** Checks that the files of each version match the version's hash, and have the stated sizes. */
async function versionsOf(files: UnpackedFiles): Promise<BundleStudyVersion[]> {
  const versions = [];
  for (const path of [...files.keys()].filter((one) => one.startsWith('versions/')).sort()) {
    const version = await readJsonFile(files, path, BundleStudyVersion);
    const differs =
      bundleFiles.version(version.sha256) !== path ||
      manifestHash(version.files) !== version.sha256 ||
      version.files.reduce((sum, { bytes }) => sum + bytes, 0) >
        studyFilesLimits.studyVersionBytes ||
      version.files.some(({ sha256, bytes }) => {
        const file = files.get(bundleFiles.content(sha256));
        return (
          file?.sha256 !== sha256 || file.size !== bytes || bytes > studyFilesLimits.studyFileBytes
        );
      });
    if (differs) throw invalidBundleError(path, 'bundle_version_differs');
    versions.push(version);
  }
  if (versions.length > studyFilesLimits.studyVersions)
    throw invalidBundleError('', 'bundle_malformed');
  return versions;
}

/**
 * Reads the timeline and checks it by the rules for a draft of the timeline builder. @throws
 * DomainError bundle_invalid
 */
async function timelineOf(
  files: UnpackedFiles,
  versions: readonly BundleStudyVersion[],
  sha256: string,
): Promise<Timeline> {
  const version = versions.find((one) => one.sha256 === sha256);
  const file = version?.files.find(({ path }) => path === timelinePath);
  if (!version || !file) throw invalidBundleError(bundleFiles.settings, 'bundle_malformed');
  const path = bundleFiles.content(file.sha256);
  if (file.bytes > timelineLimits.timelineBytes)
    throw invalidBundleError(path, 'bundle_timeline_too_large');
  const beside = version.files.filter((one) => one.path.startsWith(studyFilesFolder));
  const bytes = beside.reduce((sum, one) => sum + one.bytes, 0);
  if (beside.length > timelineFileLimits.files || bytes > timelineFileLimits.bytes)
    throw invalidBundleError(bundleFiles.version(sha256), 'bundle_timeline_files');
  return readJsonFile(files, path, Timeline);
}

/**
 * Checks by its bytes that the consent form's file is a PDF, like a consent form that is uploaded
 * without a bundle.
 * @throws DomainError bundle_invalid if it is not a PDF
 */
async function mustBePdf(files: UnpackedFiles, sha256: string, storage: Storage): Promise<void> {
  const path = bundleFiles.content(sha256);
  const asked = { type: 'application/pdf', maxBytes: studiesLimits.consentPdfBytes } as const;
  const copy = await storage
    .arrive(createReadStream(locateFile(files, path)), asked)
    .catch(() => undefined);
  if (!copy) throw invalidBundleError(path, 'bundle_malformed');
  await storage.discard([copy]);
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
