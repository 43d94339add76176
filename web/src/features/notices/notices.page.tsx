import { Card, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '../../ui/icons/check';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  noticeKinds,
  readNoticePreferences,
  type NoticePreferences,
} from '../../../../contracts/notices/notices';
import { query } from '../../lib/http/api';
import { browserTimeZone } from '../../lib/intl/account-region';
import { AppLink } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LazySelect } from '../../ui/fields/lazy-select';
import { LoadingForm } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { QuietHours } from './quiet-hours';
import { usePreferences } from './use-preferences';
import { useUser } from '../../lib/auth/user';

const zones = Intl.supportedValuesOf('timeZone');
const aboutStudies = noticeKinds.filter((kind) => kind !== 'new_studies');
const always = ['account', 'offers', 'cancelled', 'pay'] as const;

function Choices({ known }: { known: NoticePreferences }) {
  const { t } = useTranslation(['notices', 'common']);
  const { shown, choose, last, error, state } = usePreferences();
  const { wanted, zone, quiet } = shown(known);
  const { user } = useUser();
  const current = zone ?? user?.zone ?? 'UTC';
  const isAboutNew = last !== undefined && (!last.wanted || 'new_studies' in last.wanted);
  // The message about saving is shown in the card in which the person made the last choice, since
  // other cards may be out of sight on a small screen.
  const told = (isHere: boolean) => (
    <Stack gap="xs">
      {isHere && <ErrorNotice error={error} title={t('notices:failed_to_save')} />}
      <Group gap={6} role="status" mih={24}>
        {isHere && state === 'saving' && (
          <Text size="sm" c="dimmed">
            {t('notices:saving')}
          </Text>
        )}
        {isHere && state === 'saved' && (
          <>
            <IconCheck size={18} color="var(--lab-accent)" aria-hidden />
            <Text size="sm">{t('notices:saved')}</Text>
          </>
        )}
      </Group>
    </Stack>
  );
  return (
    <Stack gap="lg">
      <Card component="section" aria-labelledby="own-title">
        <Stack gap="md">
          <Title order={2} size="h3" id="own-title">
            {t('notices:own.title')}
          </Title>
          {aboutStudies.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`notices:kind.${kind}`)}
              description={t(`notices:about.${kind}`)}
              checked={wanted[kind]}
              onChange={({ currentTarget }) =>
                choose({ wanted: { [kind]: currentTarget.checked } })
              }
            />
          ))}
          {told(!isAboutNew)}
        </Stack>
      </Card>
      <Card component="section" aria-labelledby="new-title">
        <Stack gap="md">
          <Title order={2} size="h3" id="new-title">
            {t('notices:new.title')}
          </Title>
          <Checkbox
            label={t('notices:kind.new_studies')}
            description={t('notices:about.new_studies')}
            checked={wanted.new_studies}
            onChange={({ currentTarget: { checked } }) => {
              choose({ wanted: { new_studies: checked } });
              // If no time zone is stored yet, this browser's time zone is sent, too. It is a
              // separate request, since the server refuses a zone that it does not know.
              const own = browserTimeZone();
              if (checked && zone === null && own) choose({ zone: own });
            }}
          />
          {wanted.new_studies && (
            <>
              <LazySelect
                label={t('notices:zone.label')}
                description={t('notices:zone.hint')}
                value={current}
                onChange={(chosen) => chosen && choose({ zone: chosen })}
                data={zones.includes(current) ? zones : [current, ...zones]}
                allowDeselect={false}
                nothingFoundMessage={t('notices:zone.none')}
                maw="24rem"
              />
              <QuietHours quiet={quiet} onChoose={choose} />
            </>
          )}
          {told(isAboutNew)}
        </Stack>
      </Card>
    </Stack>
  );
}

function Always() {
  const { t } = useTranslation('notices');
  return (
    <Stack component="section" gap="xs" aria-labelledby="always-title">
      <Title order={2} size="h3" id="always-title">
        {t('always.title')}
      </Title>
      <Text className="measure">{t('always.text')}</Text>
      <List className="measure">
        {always.map((one) => (
          <List.Item key={one}>{t(`always.${one}`)}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** /profile/notices: which emails a person gets. The footer of every mail links here. */
export function NoticesPage() {
  const { t } = useTranslation('notices');
  const { data, error, refetch } = useQuery(query(readNoticePreferences));
  return (
    <Page
      title={t('title')}
      lead={
        <>
          {t('lead')}{' '}
          <AppLink to="/profile/" inherit>
            {t('settings')}
          </AppLink>
        </>
      }
      size="sm"
    >
      {error && !data && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {!error && !data && <LoadingForm fields={[44, 44, 44, 44, 44, 44]} />}
      {data && <Choices known={data} />}
      {/* Rendered together with the list above, which would move this part if it came later. */}
      {(data ?? error) && <Always />}
    </Page>
  );
}
