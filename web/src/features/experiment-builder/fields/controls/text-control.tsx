import type { Json } from '../../../../../../contracts/timeline/timeline-values';
import { LoadingRows } from '../../../../ui/loading/loading';
import { LazyFormattedField } from '../rich/later';
import { textOfStoredValue, storedValueOfText } from '../text-with-columns.rule';
import { TextField } from '../text-field';

interface Props {
  label: string;
  describedBy: string;
  value: Json | undefined;
  placeholder?: string | undefined;
  /** Whether participants see the text formatted. */
  html: boolean;
  /**
   * The columns of the tables of the blocks around the trial. They can be inserted into the text.
   */
  columns: readonly string[];
  onChange: (value: Json) => void;
}

/**
 * The field for a text. If participants see the text formatted, it is edited in its formatted form.
 */
export function TextControl({ value, html, onChange, ...props }: Props) {
  const field = {
    ...props,
    text: textOfStoredValue(value) ?? '',
    onChange: (text: string) => onChange(storedValueOfText(text)),
  };
  return html ? (
    <LazyFormattedField {...field} waiting={<LoadingRows count={1} height={157} />} />
  ) : (
    <TextField {...field} lines={false} />
  );
}
