import { useTranslation } from 'react-i18next';
import type { TimelineNode } from '../../../../../contracts/timeline/timeline';
import { isOfferedPlugin } from './offered.rule';
import { nameAsWords } from './spelled-out.rule';

/** Returns functions that name the plugins and nodes of a timeline. */
export function useNodeWords() {
  const { t } = useTranslation('builder');
  const pluginName = (plugin: string) =>
    isOfferedPlugin(plugin) ? t(`plugin.${plugin}.name`) : nameAsWords(plugin.replaceAll('-', '_'));
  const pluginText = (plugin: string, otherwise: string) =>
    isOfferedPlugin(plugin) ? t(`plugin.${plugin}.text`) : otherwise;
  const nameOf = (node: TimelineNode) =>
    node.name || (node.type === 'block' ? t('tree.block') : pluginName(node.plugin));
  const noteOf = (node: TimelineNode) => {
    if (node.type === 'trial') return '';
    const { variables, repetitions = 1, loop, only_if: condition } = node;
    return [
      ...(variables ? [t('note.rows', { count: variables.rows.length })] : []),
      ...(repetitions > 1 ? [`× ${repetitions}`] : []),
      ...(loop ? [t('note.loop')] : []),
      ...(condition ? [t('note.only_if')] : []),
    ].join(' · ');
  };
  return { pluginName, pluginText, nameOf, noteOf };
}
