import { Alert } from '@mantine/core';
import { IconFileOff } from '../../ui/icons/file-off';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../contracts/enrolment/participations';

const beforeStart = new Set<Participation['state']>(['waitlisted', 'offered', 'enrolled']);

/**
 * Explains to a participant what happens now that the consent form to which they agreed is
 * withdrawn (docs/domain.md, 3).
 */
export function ConsentWithdrawnNotice({ state }: { state: Participation['state'] }) {
  const { t } = useTranslation('participation');
  return (
    <Alert
      icon={<IconFileOff aria-hidden />}
      role="note"
      color="orange"
      title={t('consent_withdrawn.title')}
    >
      {t(
        beforeStart.has(state)
          ? 'consent_withdrawn.not_started'
          : state === 'started'
            ? 'consent_withdrawn.started'
            : 'consent_withdrawn.over',
      )}
    </Alert>
  );
}
