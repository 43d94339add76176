import { Button, Text } from '@mantine/core';
import { type FunctionComponent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../../draft/use-builder';
import { TextField, type TextFieldProps } from '../text-field';
import { whyNotRichText } from './rich-html';
import type { RichTextProps } from './rich-text';

interface Props extends Omit<TextFieldProps, 'lines'> {
  /**
   * The editor of formatted text. later.tsx loads it from a separate file and passes it in here.
   */
  RichText: FunctionComponent<RichTextProps>;
}

/**
 * A field that shows formatted text as participants see it. It shows HTML if the researcher wants
 * that, or if formatted editing would change the text.
 */
export function FormattedField({ RichText, ...props }: Props) {
  const { t } = useTranslation('builder');
  const { disabled } = useBuilder();
  const [isSource, setSource] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const strange = whyNotRichText(props.text);
  if (!isSource && strange === null)
    return (
      <RichText
        {...props}
        disabled={disabled}
        onSource={() => {
          setSource(true);
          setAsked(true);
        }}
      />
    );
  return (
    <TextField
      {...props}
      lines
      begins={wasAsked}
      // The field keeps showing HTML while the person types. Otherwise it would switch to formatted
      // editing in the middle of typing, as soon as the text allows that.
      onChange={(text) => {
        setSource(true);
        props.onChange(text);
      }}
    >
      {strange === null ? (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setSource(false)}>
          {t('text.formatted')}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" data-strange>
          {'name' in strange
            ? t(`text.strange.${strange.what}`, { name: strange.name })
            : t(`text.strange.${strange.what}`)}
        </Text>
      )}
    </TextField>
  );
}
