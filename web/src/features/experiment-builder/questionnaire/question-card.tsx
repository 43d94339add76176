import {
  ActionIcon,
  Checkbox,
  Group,
  NativeSelect,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconArrowDown } from '../../../ui/icons/arrow-down';
import { IconArrowUp } from '../../../ui/icons/arrow-up';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import { IconTrash } from '../../../ui/icons/trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  elementTypes,
  type Survey,
  type SurveyElement,
} from '../../../../../contracts/timeline/timeline-questionnaire';
import { toColumnName } from '../table/cells.rule';
import { QuestionConditionField } from './condition-field';
import { QuestionFields } from './question-fields';
import classes from './questionnaire.module.css';
import { questionNamesBefore, questionNamesIn, withQuestionType } from './survey.rule';
import { useSurveyWords } from './words';

interface Props {
  survey: Survey;
  element: SurveyElement;
  /** The number of the question on its page, from 1. */
  number: number;
  first: boolean;
  last: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (element: SurveyElement, what: string | null) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The card of a question. A folded card shows only the wording; an open card shows all fields. */
export function QuestionCard(props: Props) {
  const { survey, element, number, first, last, open, onOpen, onChange, onMove, onRemove } = props;
  const { t } = useTranslation('builder');
  const words = useSurveyWords();
  const { type, name } = element;
  const title =
    (type === 'html' ? element.html.replace(/<[^>]*>/g, ' ').trim() : element.title) || name;
  const set = (what: string, value: unknown) => onChange({ ...element, [what]: value }, what);
  return (
    <li className={classes.card} data-open={open || undefined}>
      <Group gap={4} wrap="nowrap">
        <button
          type="button"
          className={classes.summary}
          aria-expanded={open}
          data-question={name}
          onClick={() => onOpen(!open)}
        >
          <IconChevronRight size={18} aria-hidden />
          <span className={classes.words}>
            <Text span size="sm" c="dimmed" display="block">
              {number}. {t(`survey.type.${type}`)}
            </Text>
            <Text span display="block" fw={500} className={classes.title}>
              {title}
            </Text>
          </span>
        </button>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          data-up={name}
          aria-label={t('survey.up', { name: title })}
          aria-disabled={first}
          data-disabled={first || undefined}
          onClick={() => !first && onMove(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          data-down={name}
          aria-label={t('survey.down', { name: title })}
          aria-disabled={last}
          data-disabled={last || undefined}
          onClick={() => !last && onMove(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={36}
          variant="subtle"
          color="gray"
          aria-label={t('survey.remove', { name: title })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {open && (
        <div className={classes.fields}>
          <NativeSelect
            label={t('survey.kind')}
            value={type}
            data={elementTypes.map((one) => ({ value: one, label: t(`survey.type.${one}`) }))}
            onChange={({ currentTarget }) => {
              const next = elementTypes.find((one) => one === currentTarget.value);
              if (next) onChange(withQuestionType(element, next, survey, words), null);
            }}
          />
          {type !== 'html' && (
            <Textarea
              label={t('survey.wording')}
              minRows={2}
              value={element.title ?? ''}
              onChange={({ currentTarget }) => set('title', currentTarget.value || undefined)}
            />
          )}
          <QuestionFields element={element} onChange={onChange} />
          {type !== 'html' && (
            <Checkbox
              label={t('survey.required')}
              checked={element.isRequired ?? false}
              onChange={({ currentTarget }) =>
                set('isRequired', currentTarget.checked || undefined)
              }
            />
          )}
          <QuestionConditionField
            names={questionNamesBefore(survey, name)}
            value={element.visibleIf}
            onChange={(next) => set('visibleIf', next)}
          />
          {type !== 'html' && (
            <StoredAs
              name={name}
              taken={questionNamesIn(survey)}
              onChange={(next) => onChange({ ...element, name: next }, null)}
            />
          )}
        </div>
      )}
    </li>
  );
}

/**
 * The field for the name under which the answer is stored. The question is renamed when the field
 * loses focus.
 */
function StoredAs(props: {
  name: string;
  taken: readonly string[];
  onChange: (name: string) => void;
}) {
  const { name, taken, onChange } = props;
  const { t } = useTranslation('builder');
  const [typed, setTyped] = useState<string | null>(null);
  const wish = toColumnName(typed ?? name);
  const isTaken = wish !== name && taken.includes(wish);
  return (
    <TextInput
      label={t('survey.stored_as')}
      description={t('survey.stored_as_hint')}
      value={typed ?? name}
      error={isTaken ? t('survey.name_taken') : undefined}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (wish && !isTaken && wish !== name) onChange(wish);
        setTyped(null);
      }}
    />
  );
}
