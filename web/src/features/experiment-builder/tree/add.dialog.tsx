import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { IconFolderPlus } from '../../../ui/icons/folder-plus';
import { IconSearch } from '../../../ui/icons/search';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pluginGroups } from '../../../../../contracts/timeline/timeline-plugins';
import { useBuilder } from '../draft/use-builder';
import { usualPlugins } from '../nodes/offered.rule';
import { PluginIcon } from '../nodes/plugin-icon';
import classes from './add.module.css';
import { useNodeWords } from '../nodes/node-words';

interface Props {
  /** Where the new node will be placed, in words. */
  place: string;
  onClose: () => void;
  /** The name of a plugin, or `block`. */
  onAdd: (what: string) => void;
}

/** Lists the nodes that can be added, with a search. */
export function AddDialog({ place, onClose, onAdd }: Props) {
  const { t } = useTranslation(['builder', 'common']);
  const { plugins } = useBuilder();
  const { pluginName, pluginText } = useNodeWords();
  const [wanted, setWanted] = useState('');
  // The list of options is open as long as the dialog is.
  const combobox = useCombobox({ opened: true });
  const search = wanted.trim().toLocaleLowerCase();
  const fits = (...texts: string[]) =>
    texts.some((text) => text.toLocaleLowerCase().includes(search));
  const fitting = Object.values(plugins).filter(
    ({ name, description }) =>
      fits(name, pluginName(name), pluginText(name, description)) && name !== 'block',
  );
  const usual = usualPlugins.filter((name) => fitting.some((one) => one.name === name));
  const hasBlock = fits(t('builder:add.block'), t('builder:add.block_text'));
  useEffect(() => {
    const drawn = requestAnimationFrame(() => combobox.selectFirstOption());
    return () => cancelAnimationFrame(drawn);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store is new at each drawing
  }, [wanted]);
  const option = (what: string) => (
    <Combobox.Option key={what} value={what} className={classes.option}>
      <span className={classes.icon} aria-hidden>
        {what === 'block' ? (
          <IconFolderPlus size={20} stroke={1.6} />
        ) : (
          <PluginIcon plugin={what} plugins={plugins} />
        )}
      </span>
      <span>
        <Text span fw={600} display="block">
          {what === 'block' ? t('builder:add.block') : pluginName(what)}
        </Text>
        <Text span size="sm" c="dimmed" display="block">
          {what === 'block'
            ? t('builder:add.block_text')
            : pluginText(what, plugins[what]?.description ?? '')}
        </Text>
      </span>
    </Combobox.Option>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('builder:add.title')}
      size="lg"
      // The dialog moves no focus when it closes. A new node gets the focus. If the person added no
      // node, the tree's pane moves the focus back.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Combobox store={combobox} onOptionSubmit={onAdd}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            label={t('builder:add.search')}
            description={place}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options
          mt="sm"
          mah="55vh"
          className={classes.options}
          aria-label={t('builder:add.title')}
        >
          {(hasBlock || usual.length > 0) && (
            <Combobox.Group label={t('builder:add.usual')}>
              {hasBlock && option('block')}
              {usual.map(option)}
            </Combobox.Group>
          )}
          {pluginGroups.map((group) => {
            const names = fitting
              .filter((one) => one.group === group && !(usual as string[]).includes(one.name))
              .map(({ name }) => name);
            return (
              names.length > 0 && (
                <Combobox.Group key={group} label={t(`builder:add.group.${group}`)}>
                  {names.map(option)}
                </Combobox.Group>
              )
            );
          })}
          {!hasBlock && fitting.length === 0 && (
            <Combobox.Empty>{t('builder:add.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Modal>
  );
}
