import { Text } from '@mantine/core';
import { IconChevronRight } from '../../../ui/icons/chevron-right';
import { useTranslation } from 'react-i18next';
import { useTimeline } from '../draft/use-builder';
import { nodeById } from '../nodes/nodes.rule';
import { useNodeWords } from '../nodes/node-words';
import { previewCellText, type PreviewState } from './messages.rule';
import classes from './preview.module.css';

/** Columns that jsPsych adds to every trial and that researchers seldom need. */
const usual = new Set(['trial_type', 'trial_index', 'plugin_version', 'time_elapsed']);
const few = 8;

/** Shows the data that each trial of the preview recorded, the newest first; nothing is stored. */
export function RecordedData({ data }: { data: PreviewState['data'] }) {
  const { t } = useTranslation('builder');
  const { nodes } = useTimeline();
  const { nameOf } = useNodeWords();
  if (data.length === 0) return null;
  const newest = data.slice(-few).reverse();
  return (
    <details className={classes.recorded}>
      <summary>
        <IconChevronRight size={18} aria-hidden />
        {t('preview.data', { count: data.length })}
      </summary>
      <Text size="sm" c="dimmed" mb="xs">
        {t('preview.data_hint')}
      </Text>
      {newest.map((one, i) => {
        const node = nodeById(nodes, one.node);
        return (
          <section key={data.length - i} className={classes.trial}>
            <Text size="sm" fw={600}>
              {data.length - i}. {node ? nameOf(node) : ''}
            </Text>
            <dl className={classes.values}>
              {Object.entries(one.data)
                .filter(([key]) => !usual.has(key))
                .map(([key, value]) => (
                  <div key={key}>
                    <dt>{key}</dt>
                    <dd>{previewCellText(value)}</dd>
                  </div>
                ))}
            </dl>
          </section>
        );
      })}
    </details>
  );
}
