import { Button, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '../../../ui/icons/player-play';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  manualRehearsalMode,
  rehearsalLimits,
  rehearsalModes,
  rehearsalStallSeconds,
  type RehearsalMode,
} from '../../../../../contracts/runtime/rehearsal-limits';
import { makeRehearsal } from '../../../../../contracts/runtime/rehearsals';
import { readVersionReport } from '../../../../../contracts/study-files/study-files';
import { call, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { rehearsalSupportOf } from './simulable.rule';

interface Props {
  studyId: string;
  versionId: string;
  save: () => Promise<boolean>;
}

/**
 * Asks for the number of simulated participants and the mode, then opens the page that runs the
 * rehearsal; that page leads back here.
 */
export function RehearsalForm({ studyId, versionId, save }: Props) {
  const { t } = useTranslation(['rehearsals', 'hosted-study']);
  const [participants, setParticipants] = useState<number | string>(5);
  const [chosen, setMode] = useState<RehearsalMode>('data-only');
  const { data } = useQuery(
    query(readVersionReport, { params: { id: studyId, version: versionId } }),
  );
  const [unsaved, setUnsaved] = useState(false);
  const report = data?.report;
  const simulable = report ? rehearsalSupportOf(report) : null;
  const modes: readonly RehearsalMode[] =
    simulable === 'no' ? [manualRehearsalMode] : rehearsalModes;
  const mode = modes.find((one) => one === chosen) ?? manualRehearsalMode;
  const isByHand = mode === manualRehearsalMode;
  const begin = useMutation({
    mutationFn: async () => {
      // The study is saved first, since the rehearsal runs the saved one.
      const isSaved = await save();
      setUnsaved(!isSaved);
      if (!isSaved) return;
      const params = { id: studyId };
      const body = { participants: isByHand ? 1 : Number(participants), mode };
      const { _id } = await call(makeRehearsal, { params, body });
      window.location.assign(`/run/${_id}?rehearsal`);
    },
  });
  const isNumber =
    isByHand ||
    (Number.isInteger(participants) &&
      Number(participants) >= 1 &&
      Number(participants) <= rehearsalLimits.participants);
  return (
    <Stack gap="md" align="flex-start">
      {report && simulable === 'no' && (
        <Text size="sm">{t('cannot', { kind: t(`hosted-study:kind.${report.kind}`) })}</Text>
      )}
      {!isByHand && (
        <NumberInput
          label={t('participants')}
          w="14rem"
          maw="100%"
          min={1}
          max={rehearsalLimits.participants}
          clampBehavior="none"
          allowDecimal={false}
          value={participants}
          onChange={setParticipants}
          error={isNumber ? undefined : t('how_many', { most: rehearsalLimits.participants })}
        />
      )}
      <Radio.Group
        label={t('mode')}
        value={mode}
        onChange={(next) => setMode(rehearsalModes.find((one) => one === next) ?? 'data-only')}
      >
        <Stack gap="sm" mt="xs">
          {modes.map((one) => (
            <Radio
              key={one}
              value={one}
              size="md"
              label={t(`modes.${one}`)}
              description={t(`about.${one}`, { seconds: rehearsalStallSeconds[one] })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {simulable === 'unsure' && <Text size="sm">{t('unsure')}</Text>}
      <Button
        variant="light"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        loading={begin.isPending}
        disabled={!isNumber || !report}
        onClick={() => begin.mutate()}
      >
        {t('begin')}
      </Button>
      {unsaved && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {t('unsaved')}
        </Text>
      )}
      <ErrorNotice error={begin.error} />
    </Stack>
  );
}
