import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../contracts/studies/studies';
import { useUser } from '../../../lib/auth/user';
import { fillConsentTemplate, consentTemplates } from './fill-template';

/**
 * The menu of templates for a consent form; all of them are for adult participants. A chosen
 * template is filled in with known values. Unknown values stay as blanks in double brackets.
 */
export function TemplateMenu({
  study,
  onChoose,
  onOther,
}: {
  study: Study;
  onChoose: (template: { title: string; body_markdown: string }) => void;
  /** Opens the dialog in which another study's form is chosen. */
  onOther: () => void;
}) {
  const { t, i18n } = useTranslation([
    'consent-templates',
    'studies',
    'requirements',
    'payment',
    'study-editor',
    'consent-versions',
  ]);
  const { user } = useUser();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default">{t('study-editor:consent_form.use_template')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {consentTemplates.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onChoose(fillConsentTemplate(t, i18n.language, one, study, user))}
          >
            {t(`consent-templates:${one}.name`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onOther}>{t('consent-versions:other.menu')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
