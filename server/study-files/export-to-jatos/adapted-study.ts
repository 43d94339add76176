import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Conditions } from '../../../contracts/study-files/conditions';
import { OutsideAddressResolver } from '../addresses/own-paths.rule';
import { libraryFile, librariesPath } from '../libraries/library-files';
import { majorVersionOf } from '../libraries/copy-for.rule';
import { maxCheckedBytes } from '../versions/checked-files.rule';
import { decodeForEditing, isRewritableType } from '../serving/changed-text';
import { pageBeginningBytes, withFirstInHead } from '../serving/with-frame-script.rule';
import type { ManifestFile } from '../versions/manifest';
import { isPagePath, mimeTypeOf } from '../versions/mime-type';
import {
  libraryFilesImportedIn,
  licenceNoticePathOf,
  withLocalLibraries,
} from './local-libraries.rule';
import { jatosReadme } from './jatos-readme.rule';
import { headElementsFor, placePagesForJatos, type JatosPagePlacement } from './placed-pages.rule';
import { scriptSearchTermOf, scriptsMentionedIn } from './mentioned-scripts.rule';
import {
  comparableFileName,
  pagesNamedIn,
  findComponentPages,
  type PageNamesInFile,
  type JatosComponentPage,
} from './study-pages.rule';

/** A file of an archive for JATOS: a stored file, or generated content. */
export interface JatosArchiveFile {
  path: string;
  content: Pick<ManifestFile, 'sha256' | 'bytes'> | string | Buffer | Readable;
}
/**
 * A version that was not made for JATOS, with the settings of the study that matter for adapting
 * it.
 */
export interface StudyToAdapt {
  files: readonly ManifestFile[];
  entry: string;
  jspsych: string | null;
  conditions: Conditions | null;
  /** Our script that adapts the study to JATOS, as the build made it, with its licence. */
  script: string;
  licence: Buffer;
  /** Reads the bytes of a stored file, beginning with byte number `first`. */
  read: (file: ManifestFile, first?: number) => Promise<Readable>;
}
/**
 * Where the pages are in an archive for JATOS. The page of each component must be directly in the
 * study's folder.
 */
export interface JatosPageLayout {
  placed: readonly JatosPagePlacement[];
  /** The name of the folder for our own files. No file or folder of the study has this name. */
  own: string;
}

const isText = ({ path, bytes }: ManifestFile) =>
  isRewritableType(mimeTypeOf(path)) && bytes <= maxCheckedBytes;
const textOf = async ({ read }: StudyToAdapt, file: ManifestFile) =>
  decodeForEditing(await buffer(await read(file))).text;

async function pagesOf(study: StudyToAdapt): Promise<JatosComponentPage[]> {
  const texts = study.files.filter(isText);
  const pageFiles = texts.filter(({ path }) => isPagePath(path));
  const known = new Set(pageFiles.map(({ path }) => comparableFileName(path)));
  const scripts: PageNamesInFile[] = [];
  for (const file of texts.filter(({ path }) => mimeTypeOf(path) === 'text/javascript')) {
    const names = pagesNamedIn(await textOf(study, file), known);
    if (names.length > 0) scripts.push({ path: file.path, names });
  }
  const mentions = new Set(scripts.map(({ path }) => scriptSearchTermOf(path)));
  const pages: (PageNamesInFile & { scripts: Set<string> })[] = [];
  for (const file of pageFiles) {
    const text = await textOf(study, file);
    const its = scriptsMentionedIn(text, mentions);
    pages.push({ path: file.path, names: pagesNamedIn(text, known), scripts: its });
  }
  return findComponentPages(study.entry, pages, scripts);
}

export async function planJatosPageLayout(study: StudyToAdapt): Promise<JatosPageLayout> {
  const paths = study.files.map(({ path }) => path);
  const taken = new Set(paths.map((path) => path.split('/')[0]?.toLowerCase()));
  let own = 'commonlab';
  for (let n = 2; taken.has(own); n++) own = `commonlab_${n}`;
  return { own, placed: placePagesForJatos(await pagesOf(study), paths) };
}

/**
 * Generates the files of the study's folder in the archive, one after the other. Adds JATOS's
 * script and ours to each page. Replaces CDN addresses by addresses of local library files. Also
 * generates the library files, and a readme about the changes.
 * @param componentIds the ids of JATOS components, by the paths of their pages
 */
export async function* generateJatosStudyFiles(
  study: StudyToAdapt,
  { placed, own }: JatosPageLayout,
  componentIds: ReadonlyMap<string, string>,
): AsyncGenerator<JatosArchiveFile> {
  const script = `${own}/jatos-adapter.js`;
  const libraries = `${own}/libraries/`;
  const jspsych = study.jspsych === null ? null : majorVersionOf(study.jspsych);
  const copies = new Set<string>();
  const paths = new OutsideAddressResolver(new Set(study.files.map((file) => file.path)));
  for (const file of study.files) {
    const { path } = file;
    const ofPage = placed.filter(({ page }) => page.path === path);
    if (!isText(file)) {
      if (ofPage.length === 0) yield { path, content: file };
      else for (const one of ofPage) yield { path: one.at, content: await large(study, file, one) };
      continue;
    }
    const came = await buffer(await study.read(file));
    const { text, bytes } = decodeForEditing(came);
    const place = { path, mime: mimeTypeOf(path), entry: study.entry, libraries, jspsych, paths };
    const brought = withLocalLibraries(text, place);
    brought.copies.forEach((copy) => copies.add(copy));
    const content = brought.isChanged ? bytes(brought.text) : came;
    if (ofPage.length === 0) yield { path, content };
    for (const one of ofPage) {
      const first = headElementsFor(one, text, script);
      yield { path: one.at, content: withFirstInHead(content, first) };
    }
  }
  yield* broughtFiles(copies, libraries);
  const { conditions } = study;
  const said = {
    pages: Object.fromEntries(componentIds),
    conditions: conditions && { blinded: conditions.blinded, cells: conditions.cells },
  };
  yield {
    path: script,
    content: `window.commonlabArchive = ${JSON.stringify(said)};\n${study.script}`,
  };
  const readme = jatosReadme({ placed, conditions, paths: study.files.map(({ path }) => path) });
  yield { path: `${own}/README.md`, content: readme };
  yield { path: `${own}/LICENSE.txt`, content: study.licence };

  /**
   * Adapts a page that is too large to be changed as a whole; only its beginning is read into
   * memory.
   */
  async function large(
    of: StudyToAdapt,
    file: ManifestFile,
    one: JatosPagePlacement,
  ): Promise<Readable> {
    const begins = await beginningOf(of, file);
    const text = decodeForEditing(begins).text;
    const changed = withFirstInHead(begins, headElementsFor(one, text, script));
    async function* whole() {
      yield changed;
      if (begins.length < file.bytes) yield* await of.read(file, begins.length);
    }
    return Readable.from(whole());
  }
}

async function beginningOf({ read }: StudyToAdapt, file: ManifestFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of await read(file)) {
    parts.push(part as Buffer);
    length += (part as Buffer).length;
    if (length >= pageBeginningBytes) break;
  }
  return Buffer.concat(parts);
}

/**
 * Yields the library files that the study uses, the files that those load in turn, and the licence
 * notice of each library.
 */
async function* broughtFiles(
  copies: ReadonlySet<string>,
  libraries: string,
): AsyncGenerator<JatosArchiveFile> {
  const wanted = new Set(copies);
  // The loop adds the files that a library file loads to `wanted`. Iterating over a `Set` also
  // visits elements that are added meanwhile.
  for (const copy of wanted) {
    const found = libraryFile(`${librariesPath}${copy}`);
    if (!found) throw new Error(`the copy ${copy} is not there`);
    if (copy.endsWith('.txt')) {
      yield { path: `${libraries}${copy}`, content: createReadStream(found.file) };
      continue;
    }
    const content = await readFile(found.file);
    if (copy.endsWith('/index.js'))
      for (const other of libraryFilesImportedIn(copy, content.toString('latin1')))
        wanted.add(other);
    wanted.add(licenceNoticePathOf(copy));
    yield { path: `${libraries}${copy}`, content };
  }
}
