import { Button, Card, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeApiToken, type ApiTokenWithSecret } from '../../../../contracts/api-tokens/api-tokens';
import { tokenScopes, type TokenScope } from '../../../../contracts/base/access';
import { limits } from '../../../../contracts/base/limits';
import { apiTokensLimits } from '../../../../contracts/api-tokens/limits';
import { ApiError, mutation } from '../../lib/http/api';
import { fieldErrorText } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { StudiesField } from './studies-field';
import { TokenError } from './token-error';

interface Props {
  onMade: (made: ApiTokenWithSecret) => void;
  onCancel: () => void;
}

export function TokenForm({ onMade, onCancel }: Props) {
  const { t } = useTranslation('api-tokens');
  const { t: common } = useTranslation('common');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>(['read']);
  const [days, setDays] = useState<(typeof apiTokensLimits.apiTokenDays)[number]>(90);
  const [studies, setStudies] = useState<string[] | null>(null);
  const [told, setTold] = useState(false);
  const make = useMutation({ ...mutation(makeApiToken), onSuccess: onMade });
  const hasName = name.trim() !== '';
  const refused =
    make.error instanceof ApiError
      ? make.error.fields.find(({ path }) => path === 'name')?.code
      : undefined;
  const nameError = fieldErrorText(common, told && !hasName ? 'required' : refused);
  const noScope = told && scopes.length === 0;
  const noStudy = told && studies?.length === 0;
  return (
    <Card component="section" aria-label={t('new.open')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTold(true);
          if (!hasName || scopes.length === 0 || studies?.length === 0) return;
          make.mutate({ body: { name: name.trim(), scopes, days, study_ids: studies } });
        }}
      >
        <Stack gap="md">
          <TextInput
            required
            label={t('new.name')}
            description={t('new.name_hint')}
            maxLength={limits.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={nameError}
          />
          <Checkbox.Group
            label={t('new.scopes')}
            value={scopes}
            onChange={(chosen) => setScopes(tokenScopes.filter((scope) => chosen.includes(scope)))}
            error={noScope && t('new.no_scope')}
          >
            <Stack gap="xs" mt="xs">
              {tokenScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`scope.${scope}`)}
                  description={t(`scope_text.${scope}`)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Radio.Group
            label={t('new.lasts')}
            value={String(days)}
            onChange={(chosen) =>
              setDays(apiTokensLimits.apiTokenDays.find((one) => String(one) === chosen) ?? days)
            }
          >
            <Group gap="md" mt="xs">
              {apiTokensLimits.apiTokenDays.map((count) => (
                <Radio key={count} value={String(count)} label={t('new.days', { count })} />
              ))}
            </Group>
          </Radio.Group>
          <StudiesField
            value={studies}
            onChange={setStudies}
            error={noStudy ? t('new.none') : undefined}
          />
          {!nameError && <TokenError error={make.error} />}
          <Group gap="sm">
            <Button type="submit" loading={make.isPending}>
              {t('new.create')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
