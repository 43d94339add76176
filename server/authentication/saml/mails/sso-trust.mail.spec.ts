import {
  mailTime,
  mailLocale,
  testMailRendering,
} from '../../../../test/support/files/mail-rendering';
import {
  connectionBefore,
  everySsoChange,
  valuesOfChange,
  fieldsWithWaitingPeriod,
} from '../../../../test/support/people/sso-changes';
import { describeTrustChange } from '../../../sso-trust';
import {
  settingDifferences,
  type ConnectionSettings,
  type PendingTrustChange,
} from '../connections/trust-change.rule';
import { renderSsoEnabled, renderSsoChangePending, renderSsoChangeInForce } from './sso-trust.mail';

/** Makes a waiting change of a connection that changes the given fields. */
const waitingOf = (
  fields: readonly string[],
  { entity_id, sso_url, certificates }: ConnectionSettings,
): PendingTrustChange => ({
  ...(fields.some((field) => field !== 'enabled') && {
    provider: { entity_id, sso_url, certificates },
  }),
  ...(fields.includes('enabled') && { enabled: true as const }),
});
const asked = {
  ...connectionBefore,
  organization: 'Uni <Test>',
  waiting: waitingOf(['certificates'], everySsoChange(['certificates'])[0]!.after),
  in_force_at: mailTime,
  asked_by: 'Alex Admin',
};

testMailRendering({
  asked: (to) => renderSsoChangePending(to, asked),
  enables: (to) =>
    renderSsoChangePending(to, { ...asked, waiting: { enabled: true }, asked_by: null }),
  'in force': (to) =>
    renderSsoChangeInForce(to, {
      ...connectionBefore,
      sign_ins_ended: 2,
      differences: settingDifferences(connectionBefore, everySsoChange().at(-1)!.after),
    }),
  'in force, of an older version': (to) =>
    renderSsoChangeInForce(to, { ...connectionBefore, differences: null, sign_ins_ended: null }),
  'enabled for the first time': (to) => renderSsoEnabled(to, connectionBefore),
});

/**
 * Returns the lines of the mail about changed settings, which come before those about unchanged
 * settings.
 */
const changing = (text: string, stays: RegExp) => text.split(stays)[0] ?? '';

describe('The email about a pending change', () => {
  it('names the administrator who requested the change and the time until which it can be stopped', () => {
    const { text, html } = renderSsoChangePending(mailLocale(), asked);
    expect(text).toContain('Alex Admin asked');
    expect(text).toContain('24 December 2026 at 18:30 UTC');
    expect(html).toContain('Uni &lt;Test&gt;');
  });

  it.each(everySsoChange(fieldsWithWaitingPeriod))(
    'names exactly the changed fields with their values before and after, in the email and in the command: $name',
    ({ fields, after }) => {
      const waiting = waitingOf(fields, after);
      const { text, subject } = renderSsoChangePending(mailLocale(), { ...asked, waiting });
      const listed = describeTrustChange({
        ...connectionBefore,
        id: 'id',
        waiting,
        waiting_since: mailTime,
        asked_by: 'Alex Admin',
      }).join('\n');
      for (const said of [changing(text, /This stays/), changing(listed, /stays:/)]) {
        for (const field of fields)
          for (const value of valuesOfChange(field, after)) expect(said).toContain(value);
        for (const field of fieldsWithWaitingPeriod.filter((one) => !fields.includes(one)))
          for (const value of valuesOfChange(field, everySsoChange([field])[0]!.after))
            expect(said.split(/\s+/)).not.toContain(value);
      }
      expect(subject).toContain(
        fields.length > 1
          ? 'several changes'
          : {
              entity_id: 'another identity provider',
              sso_url: 'another sign-on address',
              certificates: 'other certificates',
              enabled: 'enabling',
            }[fields[0] as (typeof fieldsWithWaitingPeriod)[number]],
      );
    },
  );

  it.each(everySsoChange())(
    'names the changed fields also in the email that reports the change as done: $name',
    ({ fields, after }) => {
      const differences = settingDifferences(connectionBefore, after);
      const { text } = renderSsoChangeInForce(mailLocale(), {
        ...after,
        differences,
        sign_ins_ended: 0,
      });
      for (const field of fields)
        for (const value of valuesOfChange(field, after))
          expect(text).toContain(value.replace('xn--bcher-kva', 'bücher'));
      expect(text).not.toContain('sign-ins that came');
    },
  );

  it('mentions no change in the email that reports that a connection was enabled for the first time', () => {
    const { subject, text } = renderSsoEnabled(mailLocale(), {
      ...connectionBefore,
      enabled: true,
    });
    expect(`${subject} ${text}`).not.toMatch(/change|, before|, added/i);
    expect(text).toContain('nobody is signed out');
  });
});
