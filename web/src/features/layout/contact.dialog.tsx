import { Alert, Anchor, Modal, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { config } from '../../lib/http/config';
import { useUi } from '../../lib/ui.store';
import { regionOf } from './regions.rule';

/** The operator's mail domain: the host without its region label. */
const domain = () => {
  const { hostname } = location;
  if (/^[\d.]+$|:|^localhost$/.test(hostname)) return 'example.org';
  return hostname.replace(regionOf(hostname) === 'global' ? /^www\./ : /^[^.]+\./, '');
};
const groups = ['participants', 'researchers', 'institutions'] as const;

/** docs/specification.md, 2: one address for each kind of question. */
export function ContactDialog() {
  const { t } = useTranslation(['layout', 'common']);
  const opened = useUi((s) => s.contactVisible);
  return (
    <Modal
      opened={opened}
      onClose={() => useUi.getState().set({ contactVisible: false })}
      title={t('contact.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        {config.demo && <Alert>{t('contact.demo')}</Alert>}
        {groups.map((group) => {
          const email = `${group}@${domain()}`;
          return (
            <section key={group}>
              <Title order={3} size="h4">
                {t(`contact.${group}`)}
              </Title>
              <Text size="sm" c="dimmed">
                {t(`contact.${group}_text`)}
              </Text>
              <Anchor href={`mailto:${email}`}>{email}</Anchor>
            </section>
          );
        })}
      </Stack>
    </Modal>
  );
}
