import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SamlChange } from '../../../../contracts/authentication/saml';
import { Certificates } from './certificates';
import classes from './facts.module.css';

type Part = 'before' | 'after' | 'added' | 'removed' | 'kept';

function Value({ part, change }: { part: Part; change: SamlChange }) {
  const { t } = useTranslation('administration');
  if (change.field === 'certificates') {
    if (part === 'before' || part === 'after') return null;
    return <Certificates certificates={change[part]} />;
  }
  if (change.field === 'domains')
    return part === 'before' || part === 'after' ? null : change[part].join(', ');
  if (part !== 'before' && part !== 'after') return null;
  if (change.field === 'enabled') return t(change[part] ? 'sso.enabled' : 'sso.disabled');
  return change[part];
}

const partsOf = (change: SamlChange): Part[] =>
  'added' in change
    ? (['added', 'removed', 'kept'] as const).filter((part) => change[part].length > 0)
    : ['before', 'after'];

/** Shows a line for each changed field, with its former and its new value. */
export function SamlChangeList({ changes }: { changes: readonly SamlChange[] }) {
  const { t } = useTranslation('administration');
  return (
    <div>
      {changes.map((change) => (
        <section key={change.field} aria-label={t(`sso.change.field.${change.field}`)}>
          <Text size="sm" fw={600} mt="xs">
            {t(`sso.change.field.${change.field}`)}
          </Text>
          <dl className={classes.facts}>
            {partsOf(change).map((part) => (
              <div key={part} style={{ display: 'contents' }}>
                <dt>{t(`sso.change.${part}`)}</dt>
                <dd>
                  <Value part={part} change={change} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
