import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const kinds = ['online', 'lab', 'sensitive'] as const;

/** The templates, all for adults; what is to be filled in stands in double brackets. */
export function TemplateMenu({
  onChoose,
  onOther,
}: {
  onChoose: (template: { title: string; body_markdown: string }) => void;
  /** To begin from the form of another study. */
  onOther: () => void;
}) {
  const { t } = useTranslation(['study-editor', 'consent-templates', 'consent-versions']);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default">{t('study-editor:consent_form.use_template')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            onChoose({
              title: t('study-editor:consent_form.template_title'),
              body_markdown: t('study-editor:consent_form.template'),
            })
          }
        >
          {t('consent-templates:any')}
        </Menu.Item>
        {kinds.map((kind) => (
          <Menu.Item
            key={kind}
            onClick={() =>
              onChoose({
                title: t(`consent-templates:${kind}.title`),
                body_markdown: t(`consent-templates:${kind}.text`),
              })
            }
          >
            {t(`consent-templates:${kind}.name`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onOther}>{t('consent-versions:other.menu')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
