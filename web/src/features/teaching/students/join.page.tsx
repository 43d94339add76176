import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useAuth } from '../../../lib/auth/auth.store';
import { useUser } from '../../../lib/auth/user';
import { LoadingForm } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { JoinClass } from './join-class';

/** Asks a visitor to sign in or register, and then leads back to this page with its code. */
function Visitor() {
  const { t } = useTranslation('join');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const leave = (to: '/signin' | '/signup?role=participant') => {
    useAuth.getState().keepRedirect(pathname + search);
    void navigate(to);
  };
  return (
    <Page title={t('title')} lead={t('visitor')} size="xs">
      <Group gap="sm">
        <Button onClick={() => leave('/signin')}>{t('sign_in')}</Button>
        <Button variant="default" onClick={() => leave('/signup?role=participant')}>
          {t('sign_up')}
        </Button>
      </Group>
    </Page>
  );
}

/** The field for the code that the student got from an instructor. */
function CodeForm() {
  const { t } = useTranslation(['join', 'common']);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = code.trim();
    setMissing(given === '');
    if (given) void navigate(`/join/${encodeURIComponent(given)}`);
    else field.current?.focus();
  };
  return (
    <Page title={t('join:title')} lead={t('join:code.lead')} size="xs">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            ref={field}
            label={t('join:code.label')}
            description={t('join:code.hint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            value={code}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setMissing(false);
            }}
            error={isMissing && t('common:field.required')}
          />
          <Group>
            <Button type="submit">{t('join:code.look')}</Button>
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

/** /join and /join/{code}: asks for a join code, and shows the class to which it belongs. */
export function JoinPage() {
  const { t } = useTranslation('join');
  const { code } = useParams();
  const { user, loading } = useUser();
  if (loading)
    return (
      <Page title={t('title')} size="sm">
        <LoadingForm fields={[120, 44]} />
      </Page>
    );
  if (!user) return <Visitor />;
  return code ? <JoinClass key={code} code={code} user={user} /> : <CodeForm />;
}
