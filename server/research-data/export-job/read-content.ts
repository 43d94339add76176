import { variablesOfStudy } from '../../studies/variables/study-variables.read';
import { questionsOfVersions } from '../../study-files/questions/asked-questions.read';
import { learnOutside } from '../external-data/external-tables';
import { chooseRehearsed } from '../selection/rehearsal-runs';
import { chooseRuns } from '../selection/chosen-runs';
import type { VariableWords } from '../../../contracts/research-data/study-variables';
import type { Words } from '../columns/descriptions.rule';
import { ExportContent, type ContentToRead } from '../columns/export-content';

/** Chooses the runs, and learns in the first pass which columns there are and of which type. */
export async function learnContent(wanted: ContentToRead): Promise<ExportContent> {
  const { snapshot, studyId, options, madeAt, rehearsal, language } = wanted;
  const today = madeAt.toISOString().slice(0, 10);
  const chosen = rehearsal
    ? await chooseRehearsed(snapshot, rehearsal, options)
    : await chooseRuns(snapshot, studyId, options, today);
  const words = wordsByName(await variablesOfStudy(snapshot, studyId));
  const outside = rehearsal
    ? { tables: [], partIds: [] }
    : await learnOutside(snapshot, studyId, { choice: options, today, language, words });
  const versions = chosen.sessions.flatMap(({ version_id }) => version_id ?? []);
  const questions = await questionsOfVersions(wanted, [...new Set(versions)]);
  const content = new ExportContent(wanted, chosen, outside, words, questions);
  await content.learn();
  return content;
}

export const wordsByName = (all: readonly VariableWords[]): Words =>
  new Map(all.map((one) => [one.name, one]));
