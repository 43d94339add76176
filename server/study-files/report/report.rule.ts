import type { VersionFinding, VersionReport } from '../../../contracts/study-files/study-files';
import {
  needsReason,
  findingsNeedingReason,
  severityLevels,
  type FindingCode,
} from '../../../contracts/study-files/study-findings';
import type { ArchiveNotes } from '../archive/archive.rule';
import { isServerScript } from '../../../contracts/study-files/study-names';
import {
  findLibraryCopy,
  jspsychMajorAmong,
  requestedLibraryVersion,
  majorVersionOf,
} from '../libraries/copy-for.rule';
import type { JatosStudy } from '../import-jatos/jatos-study';
import type { CheckedFile } from './facts.rule';
import { entryPagesOf } from './entries.rule';
import { studyToolOf, deduplicateLibraries } from './kind.rule';
import { FindingCollector } from './reach/findings.rule';
import { groupUnreachedFiles, findReachedFiles } from './reach/reach.rule';
import { classifyReference } from './references.rule';
import { mediaRequestedByLibraries } from './browser-reads/media-facts.rule';
import { VersionPaths } from './sources/paths.rule';
import { bareImports, isSourceFileFinding, findSourceRepository } from './sources/sources.rule';
import { isOldPsychoJs, libraryByFileName } from '../libraries/recognized-libraries.rule';

/** How many findings a report lists. If there are more, most of them repeat the same error. */
const listed = 300;

const isToldAnyway = (code: FindingCode) =>
  needsReason(code) || ['library_reads', 'frames', 'jatos_batch'].includes(code);

function caseTwins(found: FindingCollector, paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const before = seen.get(path.toLowerCase());
    if (before) found.add('case_twins', path, null, before);
    seen.set(path.toLowerCase(), path);
  }
}

const ordered = (a: VersionFinding, b: VersionFinding): number =>
  severityLevels.indexOf(a.severity) - severityLevels.indexOf(b.severity) ||
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  (a.line ?? 0) - (b.line ?? 0);

export interface ReportInput {
  files: readonly CheckedFile[];
  /** Files that should be checked but are too large. */
  unread: readonly string[];
  /** Files whose check was stopped, since it took too much time or memory. */
  stopped?: readonly string[];
  /** What was changed or left out when the archive was accepted. */
  archiveNotes: ArchiveNotes;
  /** Texts that are not UTF-8 and do not declare their encoding. */
  unknownEncoding?: readonly string[];
  jatos: JatosStudy | null;
}
/**
 * Whether a path contains box-drawing characters. People do not type these; they show that the
 * encoding was guessed wrongly.
 */
const looksMisread = (path: string): boolean => /[\u2500-\u259f]/.test(path);

/** Makes the report of a version from the facts about each of its files. */
export function makeVersionReport({
  files,
  unread,
  stopped = [],
  archiveNotes,
  unknownEncoding = [],
  jatos,
}: ReportInput): VersionReport {
  const found = new FindingCollector();
  const list = files.map(({ path }) => path);
  const paths = new VersionPaths(new Set(list));
  const likeliest = entryPagesOf(files, jatos);
  const sources = jatos ? null : findSourceRepository(files, likeliest[0] ?? null, paths.own);
  const built = sources?.built ?? null;
  const entries = built === null ? likeliest : [...new Set([built, ...likeliest])];
  const { reached, unreached } = findReachedFiles(files, entries);
  const running = files.filter(({ path }) => reached.has(path));
  const pages = list.filter((path) => /\.x?html?$/i.test(path));
  const libraries = deduplicateLibraries([
    ...running.flatMap(({ facts }) => facts?.libraries ?? []),
    ...running.flatMap(({ facts }) =>
      (facts?.references ?? []).flatMap(({ address }) => {
        const copy = findLibraryCopy(address, null);
        const known = /^jspsych(?:@(.+))?$/.exec(requestedLibraryVersion(address) ?? '');
        const named = libraryByFileName(address.replace(/[?#].*$/, ''));
        // If this server replaces the jsPsych of a CDN by its own copy, participants get the
        // version of the copy.
        if (known) return [{ name: 'jspsych', version: copy?.version ?? known[1] ?? null }];
        return named ? [named] : [];
      }),
    ),
    // For files that are too large, or whose check was stopped, only the file name tells which
    // library they are.
    ...[...stopped, ...unread].flatMap((path) => libraryByFileName(path) ?? []),
    ...(jatos ? [{ name: 'JATOS', version: null }] : []),
  ]);
  const ofStudy = libraries.find(({ name }) => name === 'jspsych')?.version ?? null;
  for (const { path, facts } of files) {
    if (!reached.has(path)) {
      // The study seems not to load this file. Findings that participants read are reported anyway,
      // in case the study does load it.
      for (const { code, line, detail } of facts?.found ?? [])
        if (isToldAnyway(code)) found.add(code, path, line, detail);
      continue;
    }
    const references = facts?.references ?? [];
    const isAsItCame = facts?.found.some(({ code }) => code === 'too_many_addresses');
    const jspsych = isAsItCame
      ? undefined
      : (jspsychMajorAmong(references.map(({ address }) => address)) ??
        (ofStudy === null ? null : majorVersionOf(ofStudy)));
    for (const { code, line, detail } of facts?.found ?? []) found.add(code, path, line, detail);
    for (const one of references) classifyReference(found, paths, pages, path, one, jspsych);
    if (isServerScript(path)) found.add('server_script', path, null, null);
  }
  for (const { path, code, line } of mediaRequestedByLibraries(running))
    found.add(code, path, line, null);
  for (const one of groupUnreachedFiles(unreached))
    found.add('not_reached', one.file, null, one.detail);
  for (const { title, active, path } of jatos?.components ?? [])
    if (active && path === '') found.add('jatos_no_page', '', null, title);
  if (jatos?.study.groupStudy) found.add('jatos_group', '', null, null);
  const madeWith = (name: string) => libraries.find((one) => one.name === name);
  const psychojs = madeWith('PsychoJS');
  if (psychojs && !madeWith('JATOS')) {
    const isOld = isOldPsychoJs(psychojs.version);
    found.add(isOld ? 'psychojs' : 'psychojs_here', '', null, psychojs.version);
  }
  if (sources)
    found.add(
      built === null ? 'sources' : 'built_inside',
      likeliest[0] ?? '',
      null,
      built ?? sources.builder,
    );
  for (const { file, line, name } of bareImports(files, paths.own))
    found.add('bare_import', file, line, name);
  const isWhole = unread.length + stopped.length === 0 && entries.length > 0;
  if (isWhole && !files.some(({ facts }) => facts?.ends)) found.add('no_end', '', null, null);
  // Data that the study sends to DataPipe (`sent_here`) arrive at this server instead, so the
  // study's results are stored.
  const isHeard = files.some(({ facts }) => facts?.stores) || found.has('sent_here');
  const unheard = files.find(({ facts }) => facts?.unheard)?.facts?.unheard ?? null;
  if (isWhole && !isHeard) found.add('no_rows', '', null, unheard);
  caseTwins(found, list);
  for (const path of unread) found.add('not_checked', path, null, null);
  for (const path of stopped) found.add('check_stopped', path, null, null);
  for (const path of archiveNotes.leftOut) found.add('left_out', path, null, null);
  for (const path of unknownEncoding) found.add('unknown_encoding', path, null, null);
  for (const { code, path } of archiveNotes.notes) found.add(code, path, null, null);
  for (const path of list.filter(looksMisread)) found.add('name_misread', path, null, null);
  if (entries.length === 0) found.add('no_entry', '', null, null);
  // The style sheets of Google Fonts load the fonts from a second host.
  if (found.hosts.has('https://fonts.googleapis.com')) found.hosts.add('https://fonts.gstatic.com');
  const findings = found.all
    .filter(({ code, file }) => built === null || !isSourceFileFinding(code, file, built))
    .sort(ordered);
  const has = (code: FindingCode) => findings.some((one) => one.code === code);
  return {
    kind: studyToolOf(libraries),
    libraries,
    entry: entries[0] ?? null,
    entries,
    hosts: [...found.hosts].sort(),
    needs: (['microphone', 'camera'] as const).filter(has),
    // A file that was not checked could contain a frame, so the study counts as having frames.
    frames: has('frames') || has('not_checked') || has('check_stopped'),
    asks: findingsNeedingReason.filter(has),
    ...(stopped.length > 0 && { stopped: true as const }),
    findings: findings.slice(0, listed),
    more: Math.max(0, findings.length - listed),
  };
}
