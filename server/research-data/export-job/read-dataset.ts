import { readPublicStudyDescription } from '../../studies/study-about.read';
import type { Dataset } from '../archive/dataset';
import { researchDataTexts } from '../research-data-texts';
import type { DataRequest } from '../selection/data-request';
import { FilesOfRuns } from '../selection/run-files';
import { readExportContent } from './read-content';

/** Reads the input of a format: the content after the first pass, and the study's title and description. */
export async function readDataset(
  request: DataRequest & Pick<Dataset, 'options'>,
): Promise<Dataset> {
  const content = await readExportContent(request);
  const { snapshot, studyId, rehearsal, options, language, madeAt } = request;
  const study = await readPublicStudyDescription(snapshot, studyId);
  const { t } = researchDataTexts.in(language);
  return {
    ...{ content, studyId, rehearsal, options, language },
    about: rehearsal ? { ...study, title: t('dataset.rehearsal', { title: study.title }) } : study,
    madeOn: madeAt.toISOString().slice(0, 10),
    runFiles: new FilesOfRuns(request),
  };
}
