import { onDemand } from '../../../../ui/on-demand';
import type { TextFieldProps } from '../text-field';

/** The editor of formatted text, which is loaded with the first trial that has a text. */
export const LazyFormattedField = onDemand(async () => {
  const [{ FormattedField }, { RichText }] = await Promise.all([
    import('./formatted-field'),
    import('./rich-text'),
  ]);
  return (props: Omit<TextFieldProps, 'lines'>) => (
    <FormattedField {...props} RichText={RichText} />
  );
});
