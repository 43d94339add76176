import { useTranslation } from 'react-i18next';
import { listStudies } from '../../../../../contracts/studies/studies';
import { listTemplates } from '../../../../../contracts/teaching/templates';
import { call } from '../../../lib/http/api';
import { type SearchedChoice, SearchedSelect } from '../searched-select';

const findStudies = (text: string) => ({
  queryKey: [listStudies.path, 'choice', text] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SearchedChoice[]> => {
    const { items } = await call(
      listStudies,
      { query: { offers_credit: 'true', ...(text && { text }), limit: 20 } },
      { signal },
    );
    return items.map(({ _id, title }) => ({ value: _id, label: title }));
  },
});

const findTemplates = (classroomId: string) => (text: string) => ({
  queryKey: [listTemplates.path, 'choice', classroomId, text] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SearchedChoice[]> => {
    const { items } = await call(listTemplates, { params: { id: classroomId } }, { signal });
    return items
      .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
      .map(({ study_id, title }) => ({ value: study_id, label: title }));
  },
});

interface Props {
  value: SearchedChoice | null;
  onChange: (choice: SearchedChoice | null) => void;
}

/**
 * The field that chooses the study in which students must take part: a certain one, or any that
 * offers credit.
 */
export function StudyChoice(props: Props) {
  const { t } = useTranslation('courses');
  return (
    <SearchedSelect
      {...props}
      label={t('assignment.which')}
      description={t('assignment.which_hint')}
      placeholder={t('assignment.any_study')}
      nothing={t('assignment.no_study')}
      failed={t('assignment.studies_failed')}
      find={findStudies}
    />
  );
}

/** Chooses the template from which students build: one of the classroom's templates, or none. */
export function TemplateChoice({ classroomId, ...props }: Props & { classroomId: string }) {
  const { t } = useTranslation('courses');
  return (
    <SearchedSelect
      {...props}
      label={t('assignment.template')}
      description={t('assignment.template_hint')}
      placeholder={t('assignment.no_template')}
      nothing={t('assignment.no_template_found')}
      failed={t('assignment.templates_failed')}
      find={findTemplates(classroomId)}
    />
  );
}
