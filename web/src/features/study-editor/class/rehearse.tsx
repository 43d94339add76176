import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isCompleteRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { AppLink } from '../../../ui/app-link';
import type { StudyDraft } from '../draft/study-draft';
import { useDraftField } from '../draft/use-study-draft';
import { RuntimeRehearsals } from '../rehearsal/runtime-rehearsals';

/** The rehearsals of a class's study, which are a separate step of the editor before the review. */
export function ClassRehearsals({ draft, studyId }: { draft: StudyDraft; studyId: string }) {
  const { t } = useTranslation('class-building');
  const { value, onChange } = useDraftField(draft, 'runtime');
  const isHere = value?.kind === 'hosted' || value?.kind === 'builder';
  if (isHere && isCompleteRuntime(value))
    return (
      <RuntimeRehearsals
        studyId={studyId}
        value={value}
        onChange={onChange}
        save={() => draft.flush()}
      />
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Text>{t('rehearse.later')}</Text>
      <AppLink to={`/experiments/details/${studyId}?tab=runs`}>{t('rehearse.to_runs')}</AppLink>
    </Stack>
  );
}
