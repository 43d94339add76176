import { hash } from 'node:crypto';
import { isStudyPath } from '../../../contracts/study-files/study-path';
import type { JatosDescription } from '../import-jatos/jatos-study';

/**
 * An archive that JATOS can import: a description at the root, and one folder with all files of the
 * study.
 */
export interface JatosArchive {
  description: { path: string; text: string };
  /**
   * The path in the archive for each file of the version. The former description has no path, since
   * the new one replaces it.
   */
  placed: ReadonlyMap<string, string>;
}
interface Raw {
  data: Record<string, unknown> & {
    dirName?: string;
    title?: string;
    componentList: Record<string, unknown>[];
  };
}

/**
 * Computes the UUID of a part of a version. It is always the same for the same part, so that JATOS
 * recognises what it has imported before.
 */
export function stableUuidOf(versionId: string, what: string): string {
  const hex = hash('sha256', `${versionId} ${what}`);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
/** Names of folders that JATOS uses itself. */
const keptByJatos: ReadonlySet<string> = new Set([
  ...['jatos', 'publix', 'public', 'assets', 'study_assets', 'study_assets_root'],
]);
export const jatosFolderNameOf = (name: string): string => {
  const plain = name.replace(/\.(zip|jzip|json)$/i, '').replace(/[^A-Za-z0-9]+/g, '_');
  const folder = plain.replace(/^_|_$/g, '').slice(0, 100) || 'study';
  return keptByJatos.has(folder) ? `${folder}_study` : folder;
};
const archiveOf = (
  folder: string,
  data: Raw['data'],
  placed: ReadonlyMap<string, string>,
): JatosArchive => ({
  // If the archive is imported here again, this server uses the description whose path sorts first.
  // The path `study.jas` sorts before all paths in the folder `study/`.
  description: {
    path: `${folder}.jas`,
    // The JSON has no indentation, which would make deeply nested values much longer.
    text: `${JSON.stringify({ version: '3', data: { ...data, dirName: folder } })}\n`,
  },
  placed,
});

/**
 * Makes the archive for a version that has a JATOS description. The description keeps all its fields,
 * even those that this server does not know, and the name of its folder. If any file is outside of
 * this folder, all files move into it together, so that addresses between them stay valid.
 */
export function archiveWithDescription(
  { file, text, study }: JatosDescription,
  paths: readonly string[],
  versionId: string,
): JatosArchive {
  const { data } = JSON.parse(text) as Raw;
  const { dirName = '', title = '' } = data;
  const isFolder = dirName !== '' && !dirName.includes('/') && isStudyPath(dirName);
  const folder = isFolder ? dirName : jatosFolderNameOf(title);
  const others = paths.filter((path) => path !== file.path);
  const stays = others.every((path) => path.startsWith(`${folder}/`));
  const componentList = data.componentList.map((one, i) => {
    const page = study.components[i]?.path ?? '';
    return {
      ...one,
      uuid: one.uuid ?? stableUuidOf(versionId, `component ${i}`),
      ...(page !== '' && { htmlFilePath: stays ? page.slice(folder.length + 1) : page }),
    };
  });
  return archiveOf(
    folder,
    { ...data, uuid: data.uuid ?? stableUuidOf(versionId, 'study'), componentList },
    new Map(others.map((path) => [path, stays ? path : `${folder}/${path}`])),
  );
}

/** Converts a name to a title that JATOS accepts: without HTML characters. */
const titleOf = (name: string): string =>
  name
    .replace(/\.(zip|jzip|json)$/i, '')
    .replace(/[<>&\s]+/g, ' ')
    .trim()
    .slice(0, 200)
    .trim() || 'Study';

const described = (name: string, versionId: string) => ({
  ...{
    uuid: stableUuidOf(versionId, 'study'),
    title: titleOf(name),
    description: '',
    comments: '',
  },
  ...{ groupStudy: false, linearStudy: false },
});

/**
 * Makes the archive for a version whose pages use JATOS but that has no description. The study in it
 * has one component.
 */
export function archiveWithoutDescription(
  { name, entry }: { name: string; entry: string },
  paths: readonly string[],
  versionId: string,
): JatosArchive {
  const folder = jatosFolderNameOf(name);
  const page = { title: folder, htmlFilePath: entry, reloadable: false, active: true };
  const data = {
    ...described(name, versionId),
    componentList: [{ uuid: stableUuidOf(versionId, 'component 0'), ...page, comments: '' }],
    batchList: [],
  };
  return archiveOf(folder, data, new Map(paths.map((path) => [path, `${folder}/${path}`])));
}

export interface AdaptedComponent {
  /** The path of the page in the study's folder of the archive. */
  at: string;
  /** The path of the page in the study. */
  path: string;
}

/**
 * Writes the JATOS description of a study that was adapted for JATOS. Each component may be reloaded,
 * since its data are stored as they arrive. Components may run in any order, since the pages
 * themselves choose the next one.
 */
export function makeJatosDescription(
  name: string,
  components: readonly AdaptedComponent[],
  versionId: string,
): { folder: string; path: string; text: string; ids: string[] } {
  const folder = jatosFolderNameOf(name);
  // The id depends on the page's path, not on its position, so results stay with their component if
  // the study's settings later name a different first page.
  const ids = components.map((component) => stableUuidOf(versionId, `component ${component.path}`));
  const data = {
    ...described(name, versionId),
    componentList: components.map(({ at, path: page }, i) => ({
      ...{ uuid: ids[i] ?? '', title: titleOf(page), htmlFilePath: at },
      ...{ reloadable: true, active: true, comments: '' },
    })),
    batchList: [
      {
        ...{ uuid: stableUuidOf(versionId, 'batch'), title: 'Default', active: true, comments: '' },
        ...{ maxActiveMembers: null, maxTotalMembers: null, maxTotalWorkers: null },
        allowedWorkerTypes: ['Jatos', 'PersonalSingle', 'PersonalMultiple'],
      },
    ],
  };
  const { path, text } = archiveOf(folder, data, new Map()).description;
  return { folder, path, text, ids };
}
