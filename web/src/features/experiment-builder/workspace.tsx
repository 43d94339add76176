import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../contracts/studies/studies';
import { emptyTimeline } from '../../../../contracts/timeline/timeline';
import type { TimelineFault } from '../../../../contracts/timeline/timeline-faults';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import classes from './builder.module.css';
import { EditConflict } from './draft/saving';
import { useBuilder } from './draft/use-builder';
import { NodeForm } from './form/node-form';
import { ShortcutsDialog } from './keys.dialog';
import { PreviewPane } from './preview/preview-pane';
import { TemplatesDialog } from './templates/templates.dialog';
import { TopBar } from './top-bar';
import { JsonDialog } from './transfer/json.dialog';
import { usePublish } from './transfer/use-publish';
import { TreePane } from './tree/tree-pane';
import { useShortcuts } from './use-shortcuts';

const parts = ['tree', 'form', 'preview'] as const;
type Part = (typeof parts)[number];

/** The three parts of the builder beside each other; in a narrow window, one of them at a time. */
export function Workspace({ study, said }: { study: Study; said: string }) {
  const { t } = useTranslation('builder');
  const { draft, disabled } = useBuilder();
  const wide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const [part, setPart] = useState<Part>('tree');
  const [running, setRunning] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'templates' | 'json' | 'keys' | null>(null);
  const panes = useRef<HTMLDivElement>(null);
  const publish = usePublish();
  const close = () => setDialog(null);

  /**
   * Moves the focus to a field of the form. It waits for two frames, since the field may not be
   * rendered yet.
   */
  const focusForm = useCallback((what: 'form' | 'name', path?: string) => {
    setPart('form');
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const form = panes.current?.querySelector<HTMLElement>('[data-form]');
        const place = path
          ? [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].find((one) =>
              path.includes(`.${one.dataset.path}`),
            )
          : undefined;
        place?.closest('details')?.setAttribute('open', '');
        const fields = place?.querySelectorAll<HTMLElement>(
          'textarea, input:not([type=hidden]), button, select, [contenteditable=true]',
        );
        const field = [...(fields ?? [])].find((one) => !one.closest('[data-aside]'));
        const name = form?.querySelector<HTMLInputElement>('[data-name-field]');
        (field ?? name)?.focus();
        if (what === 'name') name?.select();
        place?.scrollIntoView({ block: 'center' });
      }),
    );
  }, []);
  const goTo = (fault: TimelineFault) => {
    draft.select(fault.node ?? '');
    focusForm('form', `.${fault.path}`);
  };
  const preview = useCallback(() => {
    setPart('preview');
    requestAnimationFrame(() =>
      panes.current?.querySelector<HTMLButtonElement>('[data-restart]')?.click(),
    );
  }, []);
  useShortcuts(draft, preview);
  const pane = (one: Part) => ({
    className: `${classes.pane} ${one === 'form' ? '' : classes.side}`,
    'data-hidden': (!wide && part !== one) || undefined,
    'aria-label': t(`part.${one}`),
  });
  return (
    <div className={classes.page}>
      <TopBar
        study={study}
        publish={publish}
        onFault={goTo}
        onTemplates={() => setDialog('templates')}
        onImport={() => setDialog('json')}
        onHelp={() => setDialog('keys')}
      />
      <div className={classes.notices}>
        <EditConflict />
        {(publish.use.error ?? publish.download.error) && (
          <ErrorNotice error={publish.use.error ?? publish.download.error} />
        )}
      </div>
      {!wide && (
        <div className={classes.tabs}>
          <SegmentedControl
            fullWidth
            aria-label={t('part.all')}
            value={part}
            data={parts.map((one) => ({ value: one, label: t(`part.${one}`) }))}
            onChange={(next) => setPart(parts.find((one) => one === next) ?? 'tree')}
          />
        </div>
      )}
      <div className={classes.panes} ref={panes}>
        <section {...pane('tree')}>
          <TreePane onEdit={focusForm} running={running} />
        </section>
        <section
          {...pane('form')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            // React also reports keys that are pressed in a dialog of this section. Escape then
            // only closes the dialog.
            if (!event.currentTarget.contains(event.target as Node)) return;
            setPart('tree');
            requestAnimationFrame(() =>
              panes.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus(),
            );
          }}
        >
          <NodeForm />
        </section>
        <section {...pane('preview')}>
          <PreviewPane
            shown={wide || part === 'preview'}
            cells={isHostedRuntime(study.runtime) ? (study.runtime.conditions?.cells ?? []) : []}
            onRunning={setRunning}
            onSelect={(id) => {
              draft.select(id);
              focusForm('form');
            }}
          />
        </section>
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {dialog === 'keys' && <ShortcutsDialog onClose={close} />}
      {dialog === 'json' && !disabled && (
        <JsonDialog
          onClose={close}
          onTimeline={(timeline) => {
            close();
            draft.change(() => timeline);
            draft.select(timeline.nodes[0]?.id ?? '');
          }}
        />
      )}
      {dialog === 'templates' && !disabled && (
        <TemplatesDialog
          onClose={close}
          onImport={() => setDialog('json')}
          onEmpty={() => {
            close();
            draft.change((now) => emptyTimeline(now.title, now.language));
            draft.select('');
          }}
        />
      )}
    </div>
  );
}
