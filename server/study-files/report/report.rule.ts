import type { Finding, VersionReport } from '../../../contracts/study-files/study-files';
import { isStudyHost } from '../../../contracts/study-files/hosted-runtime';
import { isOfOwnNetwork } from '../../../contracts/study-files/own-network.rule';
import {
  isReasonKind,
  reasonKinds,
  severities,
  type FindingCode,
} from '../../../contracts/study-files/study-findings';
import type { ToldOfArchive } from '../archive/archive.rule';
import { isServerScript } from '../../../contracts/study-files/study-names';
import { isJatosScript } from '../../../contracts/study-files/study-path';
import { copyFor, jspsychAmong, libraryAt, majorOf } from '../libraries/copy-for.rule';
import { addressFrom } from './address.rule';
import type { CheckedFile, JatosStudy, Reference } from './facts.rule';
import { entriesOf } from './entries.rule';
import { pathAtJatos } from './jatos-paths.rule';
import { kindOf, librariesOf } from './kind.rule';
import { Findings } from './reach/findings.rule';
import { namedTogether, reachOf } from './reach/reach.rule';
import { unwrittenMedia } from './telling/media-facts.rule';
import { Paths } from './sources/paths.rule';
import { bareImports, isBesideBuilt, sourcesIn } from './sources/sources.rule';
import { isOfPsychoJs, isOldPsychoJs, libraryNamed } from './libraries.rule';

/** So many findings are listed: a study with more has one fault many times. */
const listed = 300;
/** A string of a script may be meant from any page: from so many of them it is looked up. */
const nearPages = 20;

const isToldAnyway = (code: FindingCode) =>
  isReasonKind(code) || ['library_reads', 'frames', 'jatos_batch'].includes(code);

/** The way from a file to another one, as an address. */
const fromRoot = (file: string, path: string) =>
  `${'../'.repeat(file.split('/').length - 1)}${path}`;

/** An address from the root of a website, or upwards beyond the version. @param from files that it may be relative to */
function outside(
  found: Findings,
  { own }: Paths,
  from: readonly string[],
  file: string,
  { address, line }: Reference,
): void {
  const meant = from.map((one) => own.meant(address, one)).find((path) => path !== null);
  if (meant !== undefined) return found.add('root_path', file, line, `${address} → ${meant}`);
  const isUpwards = /^\s*\./.test(address);
  return found.add(isUpwards ? 'outside_path' : 'absolute_path', file, line, address);
}

function readReference(
  found: Findings,
  files: Paths,
  pages: readonly string[],
  file: string,
  reference: Reference,
  /** The major version of the page's jsPsych; undefined where no copy takes the place of anything. */
  jspsych: number | null | undefined,
): void {
  const { line, from } = reference;
  const rooted = pathAtJatos(reference.address);
  const address = rooted === null ? reference.address : fromRoot(file, rooted);
  const target = addressFrom(file, address);
  if (target.kind === 'none') return;
  if (target.kind === 'host') {
    // What is sent there ends in the study's frame (web/src/runner/frame/sent-data.ts).
    if (target.origin === 'https://pipe.jspsych.org')
      return found.add('sent_here', file, line, address);
    const library = libraryAt(address);
    const copy = jspsych === undefined ? null : copyFor(address, jspsych);
    if (copy) {
      const isOther = copy.asked !== copy.version;
      const detail = isOther ? `${library} → ${copy.version}` : library;
      return found.add(
        copy.differs === 'minor' ? 'library_differs' : 'library_here',
        file,
        line,
        detail,
      );
    }
    if (isOfOwnNetwork(new URL(target.origin).hostname))
      return found.add('own_network', file, line, address);
    // Most name the same ones again and again.
    if (!found.hosts.has(target.origin) && isStudyHost(target.origin))
      found.hosts.add(target.origin);
    if (target.insecure) found.add('insecure_address', file, line, address);
    else if (library) found.add('known_library', file, line, library);
    else found.add('other_host', file, line, address);
    return;
  }
  if (from !== 'text') {
    if (target.kind === 'outside') return outside(found, files, [file], file, reference);
    if (files.has(target.path) || isJatosScript(target.path)) return;
    const other = files.otherSpelling(target.path);
    if (!other && isOfPsychoJs(target.path))
      return found.add('psychojs_missing', file, line, address);
    return found.add(other ? 'wrong_case' : 'missing_reference', file, line, other ?? address);
  }
  // A string of a script is relative to the page that runs it, or is put after a folder.
  const near = [file, ...pages.slice(0, nearPages)];
  const targets = near.map((page) => addressFrom(page, address));
  const paths = targets.flatMap((one) => (one.kind === 'own' ? [one.path] : []));
  if (paths.length === 0) return outside(found, files, near, file, reference);
  const ending = address
    .replace(/^(\.{1,2}\/)+/, '')
    .replace(/[?#].*$/, '')
    .normalize('NFC');
  if (paths.some(files.has) || files.endsWith(ending)) return;
  const other = paths.map(files.otherSpelling).find(Boolean);
  found.add(other ? 'wrong_case' : 'maybe_missing', file, line, other ?? address);
}

function caseTwins(found: Findings, paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const before = seen.get(path.toLowerCase());
    if (before) found.add('case_twins', path, null, before);
    seen.set(path.toLowerCase(), path);
  }
}

const ordered = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  (a.line ?? 0) - (b.line ?? 0);

export interface ReportInput {
  files: readonly CheckedFile[];
  /** Not looked through, though they are of a kind that is: too large. */
  unread: readonly string[];
  /** Not looked through, since it took too long or too much memory. */
  stopped?: readonly string[];
  /** What was done with the archive. */
  told: ToldOfArchive;
  /** Texts that are not UTF-8 and do not say what they are. */
  unknownEncoding?: readonly string[];
  jatos: JatosStudy | null;
}
/** Frames and shades, which no person writes into a name. */
const looksMisread = (path: string): boolean => /[\u2500-\u259f]/.test(path);

/** The report of a version from what each of its files says. */
export function reportOf({
  files,
  unread,
  stopped = [],
  told,
  unknownEncoding = [],
  jatos,
}: ReportInput): VersionReport {
  const found = new Findings();
  const list = files.map(({ path }) => path);
  const paths = new Paths(new Set(list));
  const likeliest = entriesOf(files, jatos);
  const sources = jatos ? null : sourcesIn(files, likeliest[0] ?? null, paths.own);
  const built = sources?.built ?? null;
  const entries = built === null ? likeliest : [...new Set([built, ...likeliest])];
  const { reached, unreached } = reachOf(files, entries);
  const running = files.filter(({ path }) => reached.has(path));
  const pages = list.filter((path) => /\.x?html?$/i.test(path));
  const libraries = librariesOf([
    ...running.flatMap(({ facts }) => facts?.libraries ?? []),
    ...running.flatMap(({ facts }) =>
      (facts?.references ?? []).flatMap(({ address }) => {
        const copy = copyFor(address, null);
        const known = /^jspsych(?:@(.+))?$/.exec(libraryAt(address) ?? '');
        const named = libraryNamed(address.replace(/[?#].*$/, ''));
        // What is written in place of it is what runs.
        if (known) return [{ name: 'jspsych', version: copy?.version ?? known[1] ?? null }];
        return named ? [named] : [];
      }),
    ),
    // Nothing is known of these but their names.
    ...[...stopped, ...unread].flatMap((path) => libraryNamed(path) ?? []),
    ...(jatos ? [{ name: 'JATOS', version: null }] : []),
  ]);
  const ofStudy = libraries.find(({ name }) => name === 'jspsych')?.version ?? null;
  for (const { path, facts } of files) {
    if (!reached.has(path)) {
      // Whether participants are told of these depends on it, so nothing is left out.
      for (const { code, line, detail } of facts?.found ?? [])
        if (isToldAnyway(code)) found.add(code, path, line, detail);
      continue;
    }
    const references = facts?.references ?? [];
    const isAsItCame = facts?.found.some(({ code }) => code === 'too_many_addresses');
    const jspsych = isAsItCame
      ? undefined
      : (jspsychAmong(references.map(({ address }) => address)) ??
        (ofStudy === null ? null : majorOf(ofStudy)));
    for (const { code, line, detail } of facts?.found ?? []) found.add(code, path, line, detail);
    for (const one of references) readReference(found, paths, pages, path, one, jspsych);
    if (isServerScript(path)) found.add('server_script', path, null, null);
  }
  for (const { path, code, line } of unwrittenMedia(running)) found.add(code, path, line, null);
  for (const one of namedTogether(unreached)) found.add('not_reached', one.file, null, one.detail);
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
  // DataPipe's place is taken here.
  const isHeard = files.some(({ facts }) => facts?.stores) || found.has('sent_here');
  const unheard = files.find(({ facts }) => facts?.unheard)?.facts?.unheard ?? null;
  if (isWhole && !isHeard) found.add('no_rows', '', null, unheard);
  caseTwins(found, list);
  for (const path of unread) found.add('not_checked', path, null, null);
  for (const path of stopped) found.add('check_stopped', path, null, null);
  for (const path of told.leftOut) found.add('left_out', path, null, null);
  for (const path of unknownEncoding) found.add('unknown_encoding', path, null, null);
  for (const { code, path } of told.notes) found.add(code, path, null, null);
  for (const path of list.filter(looksMisread)) found.add('name_misread', path, null, null);
  if (entries.length === 0) found.add('no_entry', '', null, null);
  // Its styles name the host of the fonts themselves.
  if (found.hosts.has('https://fonts.googleapis.com')) found.hosts.add('https://fonts.gstatic.com');
  const findings = found.all
    .filter(({ code, file }) => built === null || !isBesideBuilt(code, file, built))
    .sort(ordered);
  const has = (code: FindingCode) => findings.some((one) => one.code === code);
  return {
    kind: kindOf(libraries),
    libraries,
    entry: entries[0] ?? null,
    entries,
    hosts: [...found.hosts].sort(),
    needs: (['microphone', 'camera'] as const).filter(has),
    // A file that was not checked may have some.
    frames: has('frames') || has('not_checked') || has('check_stopped'),
    asks: reasonKinds.filter(has),
    ...(stopped.length > 0 && { stopped: true as const }),
    findings: findings.slice(0, listed),
    more: Math.max(0, findings.length - listed),
  };
}
