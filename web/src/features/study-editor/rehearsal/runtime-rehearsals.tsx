import { useTranslation } from 'react-i18next';
import { showMessage } from '../../../lib/ui.store';
import type { HostedRuntimeInput } from '../../../domain/study-files/hosted.rule';
import { Rehearsals } from './rehearsals';

interface Props {
  studyId: string;
  value: HostedRuntimeInput;
  onChange: (value: HostedRuntimeInput) => void;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
}

/** The rehearsals of a study that runs on this platform, for a researcher who edits how it runs. */
export function RuntimeRehearsals({ studyId, value, onChange, save }: Props) {
  const { t } = useTranslation('hosted-study');
  return (
    <Rehearsals
      studyId={studyId}
      edits={{
        versionId: value.version_id,
        save,
        onExpected: (expected_records) => {
          onChange({ ...value, expected_records });
          showMessage(t('expects', { count: expected_records }), { type: 'success' });
        },
      }}
    />
  );
}
