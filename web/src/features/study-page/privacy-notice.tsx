import { Alert, Text } from '@mantine/core';
import { IconEye } from '../../ui/icons/eye';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { IconUsersMinus } from '../../ui/icons/users-minus';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../contracts/studies/studies';
import { PeopleWhoSeeNames } from '../../domain/collaborators/names-shown-to';

/**
 * Says who learns that a person took part, and what is stored with the answers (docs/domain.md, 4).
 */
export function PrivacyNotice({ study }: { study: Study }) {
  const { t } = useTranslation('studies');
  const { privacy_level, too_few_people, anonymity, kept_demographics: kept } = study;
  const Icon = too_few_people
    ? IconUsersMinus
    : privacy_level === 'anonymous'
      ? IconEyeOff
      : IconEye;
  const word = too_few_people ? 'too_few_people' : privacy_level;
  return (
    <Alert
      icon={<Icon aria-hidden />}
      role="note"
      color={too_few_people ? 'orange' : 'teal'}
      title={t(`privacy.${word}`)}
      className="measure"
    >
      {t(`privacy_text.${word}`)}
      {privacy_level !== 'anonymous' && <PeopleWhoSeeNames people={study.names_shown_to} />}
      {anonymity && (
        <Text size="sm" mt={6}>
          {t(`anonymity.${anonymity}`)}
        </Text>
      )}
      {privacy_level === 'anonymous' && kept[0] && (
        <Text size="sm" mt={6}>
          {t(`kept.${kept.length > 1 ? 'both' : kept[0]}`)}
        </Text>
      )}
    </Alert>
  );
}
