import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../lib/http/api';

const most = 10;

/** Lists what is wrong with the lines that a person typed. */
export function BonusLineFaults({ faults }: { faults: readonly string[] }) {
  const { t } = useTranslation('session-payments');
  if (faults.length === 0) return null;
  return (
    <div role="alert">
      <List size="sm" c="var(--mantine-color-error)">
        {faults.slice(0, most).map((one) => (
          <List.Item key={one}>{one}</List.Item>
        ))}
        {faults.length > most && (
          <List.Item>{t('bonus.line.more', { count: faults.length - most })}</List.Item>
        )}
      </List>
    </div>
  );
}

/** Lists the lines that the server refused, with their line numbers in the typed text. */
export function refusedBonusLines(error: unknown, sent: readonly { readonly line: number }[]) {
  if (!(error instanceof ApiError)) return [];
  return error.fields.flatMap(({ path, code, description }) => {
    const index = /^lines\.(\d+)\./.exec(path)?.[1];
    const line = index === undefined ? undefined : sent[Number(index)]?.line;
    return line === undefined ? [] : [{ line, code, why: description }];
  });
}
