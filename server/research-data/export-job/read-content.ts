import { questionsOfVersions } from '../../study-files/questions/timeline-questions.read';
import { variablesOfStudy } from '../../studies/variables/study-variables.read';
import { descriptionsByVariable } from '../columns/descriptions.rule';
import { ExportContent } from '../columns/export-content';
import { readExternalTables } from '../external-data/external-tables';
import { chooseRuns } from '../selection/selected-runs';
import type { DataRequest } from '../selection/data-request';
import { chooseRehearsalRuns } from '../selection/rehearsal-runs';

/** Selects the runs, and reads them a first time to find out the columns and their types. */
export async function readExportContent(request: DataRequest): Promise<ExportContent> {
  const { snapshot, studyId, options, madeAt, rehearsal, language } = request;
  const today = madeAt.toISOString().slice(0, 10);
  const selection = rehearsal
    ? await chooseRehearsalRuns(snapshot, rehearsal, options)
    : await chooseRuns(snapshot, studyId, options, today);
  const words = descriptionsByVariable(await variablesOfStudy(snapshot, studyId));
  const external = rehearsal
    ? { tables: [], partIds: [] }
    : await readExternalTables(snapshot, studyId, { options, today, language, words });
  const versions = selection.sessions.flatMap(({ version_id }) => version_id ?? []);
  const questions = await questionsOfVersions(request, [...new Set(versions)]);
  const content = new ExportContent(request, selection, external, words, questions);
  await content.learn();
  return content;
}
