import { z } from 'zod';
import type { ManifestFile } from '../versions/manifest';
import { isWithinJsonBounds } from '../../platform/storage/json-bounds.rule';
import { maxCheckedBytes } from '../versions/checked-files.rule';

/**
 * The parts of a JATOS study's description (`.jas`) that the study's scripts can read on this
 * server.
 */
export interface JatosStudy {
  study: Readonly<Record<string, unknown>> & { groupStudy: boolean };
  batch: Readonly<Record<string, unknown>>;
  components: readonly JatosComponent[];
}
export interface JatosComponent {
  uuid: string;
  title: string;
  /**
   * The path of the component's page among the version's files; '' if the component names no page,
   * or the page does not exist.
   */
  path: string;
  active: boolean;
  reloadable: boolean;
  input: unknown;
}

type Json = z.output<ReturnType<typeof z.json>>;
/**
 * How many components, or batches, a description may have. A description with more counts as
 * unreadable.
 */
const mostParts = 1_000;
const few = <Part extends z.ZodType>(part: Part) =>
  z.array(z.unknown()).max(mostParts).pipe(z.array(part));

/**
 * The input of a study, batch or component, which its scripts can read. The name of the field
 * depends on the version of JATOS: `jsonData`, or for example `studyInput`. The input is a JSON
 * text or a value.
 */
const Input = z.custom<Json>().nullish();
const Described = z.object({
  data: z
    .object({
      title: z.string().optional(),
      dirName: z.string().optional(),
      groupStudy: z.boolean().optional(),
      jsonData: Input,
      studyInput: Input,
      componentList: few(
        z.object({
          uuid: z.string().nullish(),
          title: z.string().nullish(),
          htmlFilePath: z.string().nullish(),
          active: z.boolean().optional(),
          reloadable: z.boolean().optional(),
          jsonData: Input,
          componentInput: Input,
        }),
      ),
      batchList: few(
        z.object({ title: z.string().nullish(), jsonData: Input, batchInput: Input }),
      ).nullish(),
    })
    .loose(),
});
const parsed = (text: string): Json => {
  // A JSON text that is nested too deeply is not parsed: the input stays a text.
  if (!isWithinJsonBounds(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};
const inputOf = (...given: readonly z.output<typeof Input>[]): Json => {
  const [first] = given.filter((one) => one !== undefined && one !== null && one !== '');
  return typeof first === 'string' ? parsed(first) : (first ?? null);
};
/** The fields that a study's scripts may read from the JATOS description, besides the title. */
const properties = ['uuid', 'description', 'linearStudy', 'comments', 'allowPreview'] as const;

/**
 * Parses a JATOS description. Returns null if the text is not a JATOS description.
 * @param paths the files of the version: pages are in the description's folder `dirName`, or at the
 * root
 */
export function parseJatosStudy(text: string, paths: ReadonlySet<string>): JatosStudy | null {
  if (!isWithinJsonBounds(text)) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const described = Described.safeParse(json);
  if (!described.success) return null;
  const { data } = described.data;
  const { title = '', dirName = '', groupStudy = false, batchList } = data;
  const pathOf = (page: string) => {
    const inFolder = dirName ? `${dirName}/${page}` : page;
    return [inFolder, page].find((path) => paths.has(path)) ?? '';
  };
  const [batch] = batchList ?? [];
  return {
    study: {
      ...Object.fromEntries(properties.map((name) => [name, data[name] ?? null])),
      ...{ title, dirName, groupStudy },
      input: inputOf(data.studyInput, data.jsonData),
    },
    batch: { title: batch?.title ?? '', input: inputOf(batch?.batchInput, batch?.jsonData) },
    components: data.componentList.map((one, i) => ({
      uuid: one.uuid ?? `${i + 1}`,
      title: one.title ?? '',
      path: one.htmlFilePath ? pathOf(one.htmlFilePath) : '',
      active: one.active !== false,
      reloadable: one.reloadable === true,
      input: inputOf(one.componentInput, one.jsonData),
    })),
  };
}

/** A JATOS description as uploaded, and its parsed content. */
export interface JatosDescription {
  file: ManifestFile;
  text: string;
  study: JatosStudy;
}

/**
 * How many descriptions of one version are read, and how many bytes in total. The limit is needed
 * because parsing one delays all other requests.
 */
const mostRead = { files: 20, bytes: 8_000_000 };

/**
 * Finds the first readable description of a version. Tries the descriptions in the order of their
 * paths, so that each call finds the same description.
 * @param textOf reads a file
 * @param paths all paths of the version, if `files` are only some of them
 * @param onRefused called for each description that is too large, nested too deeply, or beyond
 * `mostRead`
 */
export async function findJatosDescription(
  files: readonly ManifestFile[],
  textOf: (file: ManifestFile) => Promise<string>,
  paths: ReadonlySet<string> = new Set(files.map(({ path }) => path)),
  onRefused: (path: string) => void = () => undefined,
): Promise<JatosDescription | null> {
  const descriptions = files
    .filter(({ path }) => /\.jas$/i.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  let read = 0;
  for (const [i, file] of descriptions.entries()) {
    const isMore = i >= mostRead.files || read + file.bytes > mostRead.bytes;
    const text = isMore || file.bytes > maxCheckedBytes ? undefined : await textOf(file);
    if (text !== undefined) read += file.bytes;
    const study = text === undefined ? null : parseJatosStudy(text, paths);
    if (text !== undefined && study) return { file, text, study };
    if (text === undefined || !isWithinJsonBounds(text)) onRefused(file.path);
  }
  return null;
}

/** Like `findJatosDescription`, but returns only the parsed study; null if there is none. */
export const findJatosStudy = async (
  ...asked: Parameters<typeof findJatosDescription>
): Promise<JatosStudy | null> => (await findJatosDescription(...asked))?.study ?? null;
