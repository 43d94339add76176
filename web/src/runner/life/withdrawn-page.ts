import { actionLine, link, paragraph, showPanel } from '../pages/view';
import { t } from '../texts';

/** Shows that the participant has given the spot back, because the study did not continue. */
export const showWithdrawnPage = ({ title }: { title: string }): void =>
  showPanel(
    'study',
    t('runner:gave_back_title'),
    paragraph(t('runner:gave_back', { title })),
    actionLine(
      link(t('runner:to_studies'), '/home', true),
      link(t('runner:to_history'), '/history/participation'),
    ),
  );
