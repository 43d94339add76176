import { learnOutside } from '../outside/outside-tables';
import { chooseRehearsed } from './chosen-rehearsed';
import { chooseRuns } from './chosen-runs';
import { ExportContent, type ContentToRead } from './export-content';

/** Chooses the runs, and learns in the first pass which columns there are and of which type. */
export async function learnContent(wanted: ContentToRead): Promise<ExportContent> {
  const { snapshot, studyId, options, madeAt, rehearsal } = wanted;
  const today = madeAt.toISOString().slice(0, 10);
  const chosen = rehearsal
    ? await chooseRehearsed(snapshot, rehearsal, options)
    : await chooseRuns(snapshot, studyId, options, today);
  const outside = rehearsal
    ? { tables: [], partIds: [] }
    : await learnOutside(snapshot, studyId, options, today);
  const content = new ExportContent(wanted, chosen, outside);
  await content.learn();
  return content;
}
