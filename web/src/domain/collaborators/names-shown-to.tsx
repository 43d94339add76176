import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../contracts/studies/studies';
import { formatList } from '../../lib/intl/format';
import { fullName } from '../../../../contracts/base/full-name.rule';

/** Lists the people who see participants' names, with their organizations. */
export function PeopleWhoSeeNames({ people }: { people: Study['names_shown_to'] }) {
  const { t } = useTranslation('studies');
  if (people.length === 0) return null;
  const names = people.map(({ organization, ...names }) =>
    organization ? `${fullName(names)} (${organization})` : fullName(names),
  );
  return (
    <Text size="sm" mt={6} style={{ overflowWrap: 'anywhere' }}>
      {t('names_shown_to', { names: formatList(names) })}
    </Text>
  );
}
