import { Box, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { limits } from '../../../../contracts/base/limits';
import { ExternalLinkFields } from './external-link-fields';
import { isCompleteRuntime } from '../../../../contracts/study-files/hosted-runtime';
import type { RuntimeRequest } from '../../../../contracts/studies/study-runtime';
import { BuilderStudy } from './built-study';
import { LoadingCards } from '../../ui/loading/loading';
import { onDemand } from '../../ui/on-demand';

const HostedStudyLater = onDemand(async () => (await import('./hosted/hosted-study')).HostedStudy);

type Runtime = z.input<typeof RuntimeRequest>;
interface Props {
  studyId: string;
  value: Runtime | null;
  onChange: (value: Runtime | null) => void;
  error?: string;
  /** The paths of the field's errors (useDraftField). */
  wrong: readonly string[];
  /** The maximum duration of a participation, in minutes; NaN while its field is empty. */
  maximumMinutes: number | null | undefined;
  /**
   * Saves the study.
   * @returns whether all of its changes are saved
   */
  save: () => Promise<boolean>;
  /** The kinds of runtime to choose from; all kinds if absent. */
  kinds?: readonly Runtime['kind'][] | undefined;
  /**
   * Whether this part of the editor shows the rehearsals (runs with simulated participants) of a
   * study that runs on this platform.
   */
  rehearses?: boolean;
}

export const localRuntimeKinds = ['hosted', 'builder'] as const;
const allKinds = [...localRuntimeKinds, 'external', 'onsite', 'video', 'notes'] as const;

/**
 * Sets where the study takes place (docs/domain.md, 6): on this server, at an external URL, at a
 * location, by video, or in a way that the study's additional notes describe. Nothing is
 * preselected: the researcher must choose before a launch.
 */
export function RuntimeField({
  studyId,
  value,
  onChange,
  error,
  wrong,
  maximumMinutes,
  save,
  kinds = allKinds,
  rehearses = true,
}: Props) {
  const { t } = useTranslation(['studies', 'study-editor']);
  // The kind that the researcher chose but for which the study has no files yet. The stored runtime
  // does not change before the files are uploaded.
  const [bringing, setBringing] = useState<'hosted' | 'builder' | null>(null);
  const isHosted = value?.kind === 'hosted';
  const kind = bringing ?? value?.kind ?? null;
  const choose = (next: string) => {
    const isHere = next === 'hosted' || next === 'builder';
    setBringing(isHere && value?.kind !== next ? next : null);
    // If the researcher chooses the stored kind again, its settings stay as they are.
    if (isHere || next === value?.kind) return;
    onChange(
      next === 'external'
        ? { kind: 'external', url: '' }
        : next === 'onsite'
          ? { kind: 'onsite', place: '' }
          : next === 'video'
            ? { kind: 'video' }
            : { kind: 'notes', completes: 'researcher' },
    );
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('study-editor:form.runtime')}
        description={t('study-editor:form.runtime_hint')}
        value={kind}
        onChange={choose}
      >
        <Stack gap="sm" mt="xs">
          {kinds.map((one) => (
            <Radio
              key={one}
              value={one}
              size="md"
              label={t(`runtime.${one}`)}
              description={t(`runtime_text.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'hosted' && (
        <Box mt="sm">
          <HostedStudyLater
            waiting={<LoadingCards count={2} height={120} />}
            studyId={studyId}
            value={isHosted && isCompleteRuntime(value) ? value : null}
            onChange={(next) => {
              setBringing(null);
              onChange(next);
            }}
            error={isHosted ? error : undefined}
            wrong={wrong}
            maximumMinutes={maximumMinutes}
            save={save}
            rehearses={rehearses}
          />
        </Box>
      )}
      {kind === 'builder' && (
        <BuilderStudy
          studyId={studyId}
          value={value?.kind === 'builder' && isCompleteRuntime(value) ? value : null}
          onChange={onChange}
          maximumMinutes={maximumMinutes}
          save={save}
          rehearses={rehearses}
        />
      )}
      {!bringing && value?.kind === 'external' && (
        <ExternalLinkFields value={value} onChange={onChange} error={error} />
      )}
      {!bringing && value?.kind === 'notes' && (
        <Radio.Group
          label={t('study-editor:form.completes.label')}
          value={value.completes}
          onChange={(completes) =>
            onChange({
              kind: 'notes',
              completes: completes === 'participant' ? 'participant' : 'researcher',
            })
          }
        >
          <Stack gap="sm" mt="xs">
            {(['researcher', 'participant'] as const).map((one) => (
              <Radio
                key={one}
                value={one}
                size="md"
                label={t(`study-editor:form.completes.${one}`)}
                description={t(`study-editor:form.completes.${one}_text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {!bringing && value?.kind === 'onsite' && (
        <TextInput
          label={t('study-editor:form.place')}
          description={t('study-editor:form.place_hint')}
          maxLength={limits.title}
          value={value.place ?? ''}
          onChange={({ currentTarget }) => onChange({ kind: 'onsite', place: currentTarget.value })}
          error={error}
        />
      )}
    </Stack>
  );
}
