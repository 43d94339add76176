import { hash } from 'node:crypto';
import { isStudyPath } from '../../../contracts/study-files/study-path';
import type { JatosDescription } from '../import-jatos/jatos-study';

/** The archive format of JATOS: one description at the root, and one folder with all files of the study. */
export interface JatosArchive {
  description: { path: string; text: string };
  /** The place of each file of the version in the archive; an old description has none. */
  placed: ReadonlyMap<string, string>;
}
interface Raw {
  data: Record<string, unknown> & {
    dirName?: string;
    title?: string;
    componentList: Record<string, unknown>[];
  };
}

/** Deterministic for a version: by it JATOS recognises what it has imported before. */
export function uuidOf(versionId: string, what: string): string {
  const hex = hash('sha256', `${versionId} ${what}`);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
/** Names of folders that JATOS uses itself. */
const keptByJatos: ReadonlySet<string> = new Set([
  ...['jatos', 'publix', 'public', 'assets', 'study_assets', 'study_assets_root'],
]);
export const folderOf = (name: string): string => {
  const plain = name.replace(/\.(zip|jzip|json)$/i, '').replace(/[^A-Za-z0-9]+/g, '_');
  const folder = plain.replace(/^_|_$/g, '').slice(0, 100) || 'study';
  return keptByJatos.has(folder) ? `${folder}_study` : folder;
};
const archiveOf = (
  folder: string,
  data: Raw['data'],
  placed: ReadonlyMap<string, string>,
): JatosArchive => ({
  // Its name sorts before everything in the folder, so it is the first description found when the archive is imported
  // again.
  description: {
    path: `${folder}.jas`,
    // The JSON is one line: indented, it would grow with the depth of the researcher's values.
    text: `${JSON.stringify({ version: '3', data: { ...data, dirName: folder } })}\n`,
  },
  placed,
});

/**
 * The archive of a version with a description: that description, including fields that we do not interpret. Its
 * folder keeps its name; if a file lies outside of it, all files of the version move into the folder, so that
 * addresses between them stay valid.
 */
export function describedArchive(
  { file, text, study }: JatosDescription,
  paths: readonly string[],
  versionId: string,
): JatosArchive {
  const { data } = JSON.parse(text) as Raw;
  const { dirName = '', title = '' } = data;
  const isFolder = dirName !== '' && !dirName.includes('/') && isStudyPath(dirName);
  const folder = isFolder ? dirName : folderOf(title);
  const others = paths.filter((path) => path !== file.path);
  const stays = others.every((path) => path.startsWith(`${folder}/`));
  const componentList = data.componentList.map((one, i) => {
    const page = study.components[i]?.path ?? '';
    return {
      ...one,
      uuid: one.uuid ?? uuidOf(versionId, `component ${i}`),
      ...(page !== '' && { htmlFilePath: stays ? page.slice(folder.length + 1) : page }),
    };
  });
  return archiveOf(
    folder,
    { ...data, uuid: data.uuid ?? uuidOf(versionId, 'study'), componentList },
    new Map(others.map((path) => [path, stays ? path : `${folder}/${path}`])),
  );
}

/** A title in the form that JATOS accepts, without HTML. */
const titleOf = (name: string): string =>
  name
    .replace(/\.(zip|jzip|json)$/i, '')
    .replace(/[<>&\s]+/g, ' ')
    .trim()
    .slice(0, 200)
    .trim() || 'Study';

const described = (name: string, versionId: string) => ({
  ...{ uuid: uuidOf(versionId, 'study'), title: titleOf(name), description: '', comments: '' },
  ...{ groupStudy: false, linearStudy: false },
});

/** The archive of pages that call JATOS, without a readable description: one component. */
export function pageArchive(
  { name, entry }: { name: string; entry: string },
  paths: readonly string[],
  versionId: string,
): JatosArchive {
  const folder = folderOf(name);
  const page = { title: folder, htmlFilePath: entry, reloadable: false, active: true };
  const data = {
    ...described(name, versionId),
    componentList: [{ uuid: uuidOf(versionId, 'component 0'), ...page, comments: '' }],
    batchList: [],
  };
  return archiveOf(folder, data, new Map(paths.map((path) => [path, `${folder}/${path}`])));
}

/** A component of a study that was adapted for JATOS. */
export interface AdaptedComponent {
  /** The path of the page in the study's folder of the archive. */
  at: string;
  /** The path of the page in the study. */
  path: string;
}

/**
 * The description of an adapted study. Each component may be reloaded, since its data are stored as they arrive, and
 * components may run in any order, since the pages themselves determine the next one.
 */
export function adaptedDescription(
  name: string,
  components: readonly AdaptedComponent[],
  versionId: string,
): { folder: string; path: string; text: string; ids: string[] } {
  const folder = folderOf(name);
  // The id depends on the page, not on its place: if the study begins with another page, results keep their
  // component.
  const ids = components.map((component) => uuidOf(versionId, `component ${component.path}`));
  const data = {
    ...described(name, versionId),
    componentList: components.map(({ at, path: page }, i) => ({
      ...{ uuid: ids[i] ?? '', title: titleOf(page), htmlFilePath: at },
      ...{ reloadable: true, active: true, comments: '' },
    })),
    batchList: [
      {
        ...{ uuid: uuidOf(versionId, 'batch'), title: 'Default', active: true, comments: '' },
        ...{ maxActiveMembers: null, maxTotalMembers: null, maxTotalWorkers: null },
        allowedWorkerTypes: ['Jatos', 'PersonalSingle', 'PersonalMultiple'],
      },
    ],
  };
  const { path, text } = archiveOf(folder, data, new Map()).description;
  return { folder, path, text, ids };
}
