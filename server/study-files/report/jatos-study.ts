import { z } from 'zod';
import type { ManifestFile } from '../versions/manifest';
import type { JatosStudy } from './facts.rule';
import { checkedBytes } from './is-soon-made.rule';

/** Versions of JATOS call the same `jsonData` and `studyInput`, and write it as JSON text or as it is. */
const Input = z.union([z.string(), z.json()]).nullish();
const Described = z.object({
  data: z
    .object({
      title: z.string().optional(),
      dirName: z.string().optional(),
      groupStudy: z.boolean().optional(),
      jsonData: Input,
      studyInput: Input,
      componentList: z.array(
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
      batchList: z
        .array(z.object({ title: z.string().nullish(), jsonData: Input, batchInput: Input }))
        .nullish(),
    })
    .loose(),
});
type Json = z.output<ReturnType<typeof z.json>>;

const parsed = (text: string): Json => {
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
/** What a study may read of itself, beside what it is called. */
const properties = ['uuid', 'description', 'linearStudy', 'comments', 'allowPreview'] as const;

/** @returns undefined for what is nested too deeply to be read, or written: the stack of calls ends */
function parsedDescription(json: unknown) {
  try {
    // What is not read of it is written again, too.
    JSON.stringify(json);
    return Described.safeParse(json);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** @param paths of the version: the pages of a study lie in its folder, or beside its description */
export function jatosStudyIn(text: string, paths: ReadonlySet<string>): JatosStudy | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const described = parsedDescription(json);
  if (!described?.success) return null;
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

/** A description as it came, with what is read of it. */
export interface FoundDescription {
  file: ManifestFile;
  text: string;
  study: JatosStudy;
}

/**
 * Of the descriptions of a version the first one that can be read, in the order of their paths,
 * whoever asks.
 * @param textOf reads a file
 * @param paths of the version, where `files` are not all of it
 */
export async function descriptionAmong(
  files: readonly ManifestFile[],
  textOf: (file: ManifestFile) => Promise<string>,
  paths: ReadonlySet<string> = new Set(files.map(({ path }) => path)),
): Promise<FoundDescription | null> {
  const descriptions = files
    .filter(({ path, bytes }) => /\.jas$/i.test(path) && bytes <= checkedBytes)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const file of descriptions) {
    const text = await textOf(file);
    const study = jatosStudyIn(text, paths);
    if (study) return { file, text, study };
  }
  return null;
}

/** The study that a version is, by that description. */
export const jatosStudyAmong = async (
  ...asked: Parameters<typeof descriptionAmong>
): Promise<JatosStudy | null> => (await descriptionAmong(...asked))?.study ?? null;
