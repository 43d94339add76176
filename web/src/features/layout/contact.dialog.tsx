import { Alert, Anchor, Modal, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { config } from '../../lib/http/config';
import { siteOperator } from '../../lib/operator';
import { useUi } from '../../lib/ui.store';
import { readableEmail } from '../../lib/intl/shown-email';
import { mailtoAddress } from '../../../../contracts/base/email-address.rule';

const groups = ['participants', 'researchers', 'others'] as const;

/**
 * The dialog with the contacts (docs/specification.md, 2): one address for each kind of question.
 * For researchers, it lists the forum before the address. Contacts that the operator did not set
 * are not shown.
 */
export function ContactDialog() {
  const { t } = useTranslation(['layout-later', 'common']);
  const opened = useUi((s) => s.contactVisible);
  const { contact, links } = siteOperator();
  const forumOf = (group: (typeof groups)[number]) =>
    group === 'researchers' ? links.forum : null;
  return (
    <Modal
      opened={opened}
      onClose={() => useUi.getState().set({ contactVisible: false })}
      title={t('contact.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        {config.demo && <Alert>{t('contact.demo')}</Alert>}
        {groups
          .filter((group) => contact[group] !== null || forumOf(group) !== null)
          .map((group) => {
            const [forum, email] = [forumOf(group), contact[group]];
            return (
              <section key={group}>
                <Title order={3} size="h4">
                  {t(`contact.${group}`)}
                </Title>
                <Text size="sm" c="dimmed">
                  {t(`contact.${group}_text`)}
                </Text>
                {forum !== null && (
                  <Text>
                    <Anchor href={forum}>{t('contact.forum')}</Anchor>
                    <Text span size="sm" c="dimmed">
                      {' '}
                      {t('contact.forum_text')}
                    </Text>
                  </Text>
                )}
                {email !== null && (
                  <Anchor href={mailtoAddress(email)}>{readableEmail(email)}</Anchor>
                )}
              </section>
            );
          })}
      </Stack>
    </Modal>
  );
}
