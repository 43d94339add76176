import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../../domain/people/person-select';

/** The field with which an administrator limits a list to one researcher. */
export function ResearcherFilter({
  researcher,
  onChange,
}: {
  researcher: string;
  onChange: (id: string) => void;
}) {
  const { t } = useTranslation('payments');
  return (
    <PersonSelect
      key={researcher}
      role="researcher"
      flex="2 1 16rem"
      label={t('researcher')}
      placeholder={t('admin.all_researchers')}
      clearable
      clearButtonProps={{ 'aria-label': t('admin.all_researchers') }}
      nothingFoundMessage={t('nobody_found')}
      person={researcher}
      onChange={onChange}
    />
  );
}
