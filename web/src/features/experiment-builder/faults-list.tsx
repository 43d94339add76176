import { Button, Popover, ScrollArea, UnstyledButton } from '@mantine/core';
import { IconAlertCircle } from '../../ui/icons/alert-circle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineFault } from '../../../../contracts/timeline/timeline-faults';
import classes from './builder.module.css';
import { useBuilderState, useTimeline } from './draft/use-builder';
import { nodeById } from './nodes/nodes.rule';
import { useNodeWords } from './nodes/node-words';

/**
 * Lists the errors that prevent publishing the experiment, each with a link to its field or node.
 */
export function TimelineFaultList({ onGo }: { onGo: (fault: TimelineFault) => void }) {
  const { t } = useTranslation('builder');
  const all = useBuilderState((state) => state.faults);
  // The tree reports an empty timeline itself, so this list leaves that error out.
  const faults = all.filter(({ code }) => code !== 'timeline_empty');
  const { nodes } = useTimeline();
  const { nameOf } = useNodeWords();
  const nameIn = ({ node, name }: TimelineFault) => {
    const found = node === null ? undefined : nodeById(nodes, node);
    return found ? nameOf(found) : name;
  };
  const [open, setOpen] = useState(false);
  if (faults.length === 0) return null;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      width="min(26rem, 92vw)"
      position="bottom-end"
      trapFocus
    >
      <Popover.Target>
        <Button
          size="compact-md"
          variant="light"
          color="red"
          leftSection={<IconAlertCircle size={18} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {t('faults.button', { count: faults.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('faults.title')}>
        <ScrollArea.Autosize mah="60vh">
          <ul className={classes.faults}>
            {faults.map((fault, i) => (
              <li key={i}>
                <UnstyledButton
                  className={classes.toFault}
                  onClick={() => {
                    setOpen(false);
                    onGo(fault);
                  }}
                >
                  {nameIn(fault) && <strong>{nameIn(fault)}: </strong>}
                  {fault.description}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
