import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconBold } from '../../../ui/icons/bold';
import { IconHeading } from '../../../ui/icons/heading';
import { IconList } from '../../../ui/icons/list';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleMarkdownFormat, markdownFormats } from './markdown-marks.rule';

const icons = { bold: IconBold, heading: IconHeading, list: IconList };

interface Props {
  /** The element that contains the text field. */
  within: RefObject<HTMLElement | null>;
  onChange: (text: string) => void;
}

/** Buttons that format the selected text, for people who do not know Markdown. */
export function MarkdownTools({ within, onChange }: Props) {
  const { t } = useTranslation('study-editor');
  return (
    <Group gap={4} role="group" aria-label={t('consent_form.tools')} mb={4}>
      {markdownFormats.map((mark) => {
        const Icon = icons[mark];
        return (
          <Tooltip key={mark} label={t(`consent_form.mark.${mark}`)}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t(`consent_form.mark.${mark}`)}
              onClick={() => {
                const field = within.current?.querySelector('textarea');
                if (!field) return;
                const next = toggleMarkdownFormat(
                  field.value,
                  field.selectionStart,
                  field.selectionEnd,
                  mark,
                );
                onChange(next.text);
                requestAnimationFrame(() => {
                  field.focus();
                  field.setSelectionRange(next.start, next.end);
                });
              }}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </Group>
  );
}
