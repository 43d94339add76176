import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../../contracts/studies/studies';
import { deviceKinds, admittedDevices } from '../../requirements/browser.rule';
import classes from '../session-launch.module.css';
import { LaunchedVersionRows } from './launched-version-rows';

type Runtime = NonNullable<Study['runtime']>;
interface Props {
  study: Study;
  runtime: Runtime;
  /** Called when the person follows a link away from the dialog. */
  onLeave: () => void;
}

/**
 * Shows what participants will do: how the study runs, which version, on which devices, and how
 * long at most.
 */
export function RuntimeSummary({ study, runtime, onLeave }: Props) {
  const { t, i18n } = useTranslation(['sessions', 'studies', 'hosted-study']);
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const { requirements, maximum_minutes: minutes } = study;
  const kinds = admittedDevices(requirements);
  const others = requirements.filter((one) => !deviceKinds.some((kind) => kind === one));
  const devices =
    kinds.length === 0
      ? t('sessions:launch.what.any_device')
      : or.format(kinds.map((kind) => t(`sessions:launch.what.device.${kind}`)));
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {t('sessions:launch.what.title')}
      </Title>
      <dl className={classes.terms}>
        <dt>{t('sessions:launch.what.how')}</dt>
        <dd>
          {runtime.kind === 'notes'
            ? t(`sessions:launch.what.notes.${runtime.completes}`)
            : t(`sessions:launch.what.runtime.${runtime.kind}`)}
          {runtime.kind === 'external' && `: ${runtime.url}`}
          {runtime.kind === 'onsite' && runtime.place && `: ${runtime.place}`}
        </dd>
        {isHostedRuntime(runtime) && (
          <LaunchedVersionRows
            studyId={study._id}
            runtime={runtime}
            rehearsedIn={study.classroom_id === null ? 'runs' : 'rehearse'}
            onLeave={onLeave}
          />
        )}
        <dt>{t('sessions:launch.what.devices')}</dt>
        <dd>{[devices, ...others.map((one) => t(`studies:requirement.${one}`))].join(' · ')}</dd>
        <dt>{t('sessions:launch.what.at_most')}</dt>
        <dd>{t('sessions:launch.what.minutes', { count: minutes })}</dd>
        {isHostedRuntime(runtime) && (
          <>
            <dt>{t('sessions:launch.what.reload')}</dt>
            <dd>
              {t(`hosted-study:resume.${runtime.resume.mode}`)}
              {runtime.resume.mode !== 'one_sitting' &&
                ` · ${
                  minutes < runtime.resume.hours * 60
                    ? t('sessions:launch.what.back_minutes', { count: minutes })
                    : t('sessions:launch.what.back_hours', { count: runtime.resume.hours })
                }`}
            </dd>
          </>
        )}
      </dl>
    </Stack>
  );
}
