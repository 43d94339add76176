import { z } from 'zod';
import type { JatosStudy } from './facts.rule';

const Described = z.object({
  data: z.object({
    dirName: z.string().optional(),
    componentList: z.array(
      z.object({ htmlFilePath: z.string().nullish(), active: z.boolean().optional() }),
    ),
  }),
});

/** @param paths of the version: the pages of a study lie in its folder, or beside its description */
export function jatosStudyIn(text: string, paths: ReadonlySet<string>): JatosStudy | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const described = Described.safeParse(json);
  if (!described.success) return null;
  const { dirName, componentList } = described.data.data;
  return {
    pages: componentList
      .filter(({ active }) => active !== false)
      .flatMap(({ htmlFilePath }) => {
        if (!htmlFilePath) return [];
        const inFolder = dirName ? `${dirName}/${htmlFilePath}` : htmlFilePath;
        return [inFolder, htmlFilePath].filter((path) => paths.has(path)).slice(0, 1);
      }),
  };
}
