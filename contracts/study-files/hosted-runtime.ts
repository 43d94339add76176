import { z } from 'zod';
import { Id, Sha256, multilineText } from '../base/fields';
import { studyFilesLimits } from './limits';
import { Conditions } from './conditions';
import { isLocalNetworkHost } from './own-network.rule';
import { findingsNeedingReason } from './study-findings';
import { isStudyPath } from './study-path';

/** Where a participant who left and returns continues. */
export const resumeModes = ['trial', 'component', 'restart', 'one_sitting'] as const;
/** Devices that a study records from. The launch of such a study needs a server with a separate origin for studies. */
export const recordingDevices = ['microphone', 'camera'] as const;

/**
 * Matches an https origin whose host is a name, an IPv4 address, or an IPv6 address in brackets.
 */
const oneHost = /^https:\/\/(?:[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*|\[[0-9a-f:.]+\])(?::\d+)?$/;

/**
 * Whether a text is an origin as browsers write it: `https://host`, with the port if it is not 443. It is inserted
 * into a Content-Security-Policy, where a star would mean all hosts and a semicolon would begin another directive,
 * and into a sentence for participants. Hosts of the participant's own computer or network are refused.
 */
export const isAllowedStudyOrigin = (value: string): boolean =>
  oneHost.test(value) &&
  URL.canParse(value) &&
  new URL(value).origin === value &&
  !isLocalNetworkHost(new URL(value).hostname);
const eachOnce = (values: readonly string[]) => new Set(values).size === values.length;

export const HostedResumeSettings = z.strictObject({
  mode: z.enum(resumeModes),
  /** After how many hours without a new record a participant may no longer continue. */
  hours: z.int().min(1).max(studyFilesLimits.resumeHours),
});

/** The most files that are preloaded before a study starts. */
export const maxPreloadedFiles = 1_000;
/**
 * The most entries of files and folders to preload: with the longest paths they still fit into one
 * request.
 */
export const maxPreloadEntries = 200;
/** The path of a file of the version, or of a folder if it ends with a slash. */
const FileOrFolder = z
  .string()
  .max(studyFilesLimits.studyFilePath)
  .refine((path) => isStudyPath(path.replace(/\/$/, '')), { error: 'invalid' });
/** Which files the page around a study preloads before it starts (docs/studies-that-run-here.md). */
export const PreloadSettings = z.strictObject({
  /**
   * `all` preloads every file that the pages request while they run; a list preloads only these
   * files and folders.
   */
  files: z.union([
    z.enum(['all', 'none']),
    z.array(FileOrFolder).max(maxPreloadEntries).refine(eachOnce, { error: 'named_twice' }),
  ]),
  /** Whether the study starts although some files could not be loaded after several tries. */
  begins_without: z.boolean(),
});
export type PreloadSettings = z.output<typeof PreloadSettings>;

/** The most characters of a researcher's reason for what the code reads from a browser. */
export const maxFindingReasonLength = 300;
/**
 * The researcher's reasons for what the check found in the study's code, one reason for each kind
 * of finding (contracts/study-files/study-findings.ts).
 */
export const FindingReasons = z.partialRecord(
  z.enum(findingsNeedingReason),
  multilineText(maxFindingReasonLength),
);
export type FindingReasons = z.output<typeof FindingReasons>;

const fields = {
  version_id: Id,
  /** The study's first page: the path of a file of the version. */
  entry: z.string().max(studyFilesLimits.studyFilePath).refine(isStudyPath, { error: 'invalid' }),
  resume: HostedResumeSettings,
  /**
   * External hosts that the study loads from and sends to. Participants read this list before they
   * start.
   */
  hosts: z
    .array(z.string().max(300).refine(isAllowedStudyOrigin, { error: 'invalid_url' }))
    .max(studyFilesLimits.studyHosts)
    .refine(eachOnce, { error: 'named_twice' }),
  needs: z.array(z.enum(recordingDevices)).refine(eachOnce, { error: 'named_twice' }),
  /**
   * How many records a complete run has: runs with fewer are marked. Null where the number differs
   * between runs.
   */
  expected_records: z.int().min(1).max(studyFilesLimits.expectedRecords).nullable(),
  /**
   * The conditions of the study; one is drawn when a participant starts. Null if the study has no
   * conditions, so that it is the same for all participants.
   */
  conditions: Conditions.nullable(),
  /**
   * Whether the study's pages share data with those of other participants (JATOS' batch session).
   * Participants read this before they start. If a request leaves the field out, the server sets
   * the value of the version's report, or true without a report. Old studies have no such field;
   * for them, it counts as true.
   */
  shares: z.boolean().optional(),
  /**
   * Whether the study's pages may embed frames (iframes). If a request leaves the field out, the
   * server sets the value of the version's report, or true without a report. Old studies have no
   * such field; for them, it counts as true.
   */
  frames: z.boolean().optional(),
  /**
   * The reasons for which the study's code reads facts about the browser, or connects to other
   * addresses. Participants read them before they start.
   */
  reasons: FindingReasons.optional(),
  /**
   * Whether the study contains code that this site did not write, or parts that count as such code.
   * The server sets this field, and ignores its value in a request. Absent: counts as true.
   */
  own_code: z.boolean().optional(),
  /**
   * The files to preload. By default, the page preloads all files, and the study starts only once
   * all have loaded. Studies of the timeline builder have no such field, since their player
   * preloads its own files.
   */
  beforehand: PreloadSettings.optional(),
};

/** The stored fields of a hosted study, except its kind. */
export const hostedRuntimeFields = { ...fields, sha256: Sha256 };
/**
 * A study that runs in the participant's browser and is served by this server: from a researcher's own files, or made
 * with the timeline builder. In both cases a version is a set of files.
 */
export const HostedRuntime = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hosted'), ...hostedRuntimeFields }),
  z.strictObject({ kind: z.literal('builder'), ...hostedRuntimeFields }),
]);
export type HostedRuntime = z.output<typeof HostedRuntime>;

const given = { ...fields, sha256: Sha256.optional() };
/**
 * The settings of a hosted study as a researcher sends them. The server adds the hash of the
 * version; if the request contains a hash, the server compares it with its own.
 */
export const HostedRuntimeRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hosted'), ...given }),
  z.strictObject({ kind: z.literal('builder'), ...given }),
]);
export type HostedRuntimeRequest = z.output<typeof HostedRuntimeRequest>;

const { version_id, shares, frames, reasons, own_code, beforehand, sha256, ...others } = given;
const sent = {
  ...{ version_id, shares, frames, reasons, own_code, beforehand, sha256 },
  ...z.object(others).partial().shape,
};
/**
 * The settings of a hosted study, of which only the version is required. Page, resume, hosts,
 * needs, expected records and conditions keep their values if the request leaves them out. For a
 * study that was not hosted before, they come from the version's report (hosted-defaults.rule.ts).
 */
export const PartialHostedRuntime = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hosted'), ...sent }),
  z.strictObject({ kind: z.literal('builder'), ...sent }),
]);
export type PartialHostedRuntime = z.output<typeof PartialHostedRuntime>;

/** Whether settings are complete: they contain also the fields that a request may leave out. */
export const isCompleteRuntime = <T extends z.input<typeof PartialHostedRuntime>>(
  runtime: T,
): runtime is T & Extract<z.input<typeof HostedRuntimeRequest>, { kind: T['kind'] }> =>
  Object.keys(others).every((field) => runtime[field as keyof T] !== undefined);

/** Whether a study runs on this server: uploaded files, or a study of the timeline builder. */
export const isHostedRuntime = <T extends { readonly kind: string }>(
  runtime: T | null | undefined,
): runtime is Extract<T, { kind: 'hosted' | 'builder' }> =>
  runtime?.kind === 'hosted' || runtime?.kind === 'builder';
