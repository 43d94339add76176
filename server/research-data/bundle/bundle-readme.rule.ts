import type { BundleSettings } from '../../../contracts/research-data/bundle';
import type { ExportTexts } from '../research-data-texts';

/**
 * Makes the README of a bundle, for people who open the archive. It contains no name of a person.
 */
export const bundleReadme = (
  { title, description }: Pick<BundleSettings, 'title' | 'description'>,
  hasRecordings: boolean,
  t: ExportTexts,
): string =>
  [
    `# ${title.replace(/\s+/g, ' ').trim() || t('dataset.untitled')}`,
    description.trim(),
    t('files.bundle.what'),
    [
      `- \`study/\`: ${t('files.bundle.study')}`,
      `- \`versions/\`, \`files/\`: ${t('files.bundle.contents')}`,
      `- \`data/sessions.json\`, \`data/consents.json\`: ${t('files.bundle.told')}`,
      `- \`data/runs/\`: ${t('files.bundle.runs')}`,
    ].join('\n'),
    t(hasRecordings ? 'files.bundle.recordings' : 'files.bundle.no_recordings'),
    t('files.bundle.numbers'),
    t('files.bundle.privacy'),
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';
