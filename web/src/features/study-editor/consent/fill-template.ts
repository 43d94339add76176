import type { TFunction } from 'i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import {
  isPaidReward,
  payByAnswersSentence,
  payWhenLeavingSentence,
  paymentSentence,
  type PaymentTranslator,
} from '../../../../../contracts/enrolment/payment.rule';
import type { Study } from '../../../../../contracts/studies/studies';
import { studyFactsOf } from '../../../domain/consents/facts/facts';
import { formatDate, formatList } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { fullName } from '../../../../../contracts/base/full-name.rule';

export const consentTemplates = ['any', 'online', 'lab', 'sensitive'] as const;
export type ConsentTemplate = (typeof consentTemplates)[number];

type T = TFunction<['consent-templates', 'studies', 'requirements', 'payment']>;

/** Escapes a name or a title for Markdown, so that it contains neither formatting nor a blank. */
const asText = (value: string) => value.replaceAll(/[\\`*[\]<]/g, String.raw`\$&`);

/**
 * Writes the text about who sees which data: the sentences that participants read about the privacy
 * level, and the hosts that receive data.
 */
function whoSees(t: T, study: Study): string {
  const { privacy, anonymity, hosts, shares } = studyFactsOf(study, null);
  return [
    t(`studies:privacy_text.${privacy}`),
    ...(privacy === 'anonymous' ? [t(`studies:anonymity.${anonymity}`)] : []),
    ...(hosts.length > 0
      ? [t('consent-templates:filled.hosts', { hosts: formatList(hosts) })]
      : []),
    ...(shares ? [t('consent-templates:filled.shares')] : []),
  ].join(' ');
}

/** Adds a full stop to the researchers' own words if they end without one. */
const ended = (said: string) => (/[.!?]$/.test(said) ? said : `${said}.`);

function paid(t: T, { reward, payment_terms, researcher }: Study) {
  if (!isPaidReward(reward)) {
    const none = t('consent-templates:filled.reward_none');
    return {
      reward: none,
      reward_stop: none,
      reward_travel: t('consent-templates:filled.travel_none'),
    };
  }
  const amount = formatMoney(reward);
  if (payment_terms) {
    const say: PaymentTranslator = (key, values) => t(`payment:${key}`, values ?? {});
    const terms = { payer: researcher, terms: payment_terms };
    const payment = paymentSentence(say, terms, formatDate);
    const early = payWhenLeavingSentence(say, { reward, terms: payment_terms }, formatMoney);
    const more = payByAnswersSentence(say, { reward, terms: payment_terms }, formatMoney);
    const promised = t('consent-templates:filled.reward_terms', {
      amount,
      payment: asText(payment),
    });
    const said = more ? `${ended(promised)} ${more}` : promised;
    return {
      reward: said,
      reward_stop: early
        ? `${ended(said)} ${early}`
        : `${said} ${t('consent-templates:blank.early')}`,
      reward_travel: `${said} ${t('consent-templates:blank.travel')}`,
    };
  }
  return {
    reward: t('consent-templates:filled.reward', { amount }),
    reward_stop: t('consent-templates:filled.reward_stop', { amount }),
    reward_travel: t('consent-templates:filled.reward_travel', { amount }),
  };
}

function recorded(t: T, study: Study) {
  const { recordings } = studyFactsOf(study, null);
  if (recordings.length === 0)
    return {
      recorded: t('consent-templates:blank.recorded'),
      recorded_any: t('consent-templates:blank.recorded_any'),
    };
  const named = recordings.map((one) => t(`consent-templates:filled.recording.${one}`));
  return {
    recorded: t('consent-templates:filled.recorded', { recordings: named.join('\n- ') }),
    recorded_any: t('consent-templates:filled.recorded_any', { recordings: named.join('\n- ') }),
  };
}

/**
 * Fills in a template with values of the study and the account. Where no value is known, the text
 * keeps a blank, which the researcher must fill in.
 * @param user the author of the form. The form contains the author's email address only if the
 *   study is the author's own
 */
export function fillConsentTemplate(
  t: T,
  language: string,
  template: ConsentTemplate,
  study: Study,
  user: User | null,
): { title: string; body_markdown: string } {
  const { runtime, eligibility } = study;
  const person = study.passed_to ?? study.researcher;
  const name = asText(fullName(person));
  const organization = person.organization
    ? asText(person.organization)
    : t('consent-templates:blank.organization');
  const email = user?._id === person._id ? asText(user.email) : t('consent-templates:blank.email');
  const { devices } = studyFactsOf(study, null);
  const place = runtime?.kind === 'onsite' ? runtime.place : undefined;
  const privacy = whoSees(t, study);
  const values = {
    ...paid(t, study),
    ...recorded(t, study),
    title: asText(study.title),
    minutes: `${study.duration_minutes}`,
    takes: t('consent-templates:filled.takes', { minutes: study.duration_minutes }),
    responsible: t('consent-templates:filled.responsible', { name }),
    organization,
    contact: `${name}, ${email}`,
    contact_organization: `${name}, ${organization}, ${email}`,
    conditions: eligibility.length > 0 ? t('consent-templates:blank.conditions') : '',
    devices:
      devices.length > 0
        ? t('consent-templates:filled.devices', {
            devices: new Intl.ListFormat(language, { type: 'disjunction' }).format(
              devices.map((kind) => t(`requirements:device.${kind}`)),
            ),
          })
        : t('consent-templates:blank.devices'),
    place: place
      ? t('consent-templates:filled.place', { place: asText(place) })
      : t('consent-templates:blank.place'),
    who: privacy,
    who_stores: t('consent-templates:filled.who_stores', { privacy }),
    who_apart: t('consent-templates:filled.who_apart', { privacy }),
    who_answers: t('consent-templates:filled.who_answers', { privacy }),
  };
  return {
    title: t(`consent-templates:${template}.title`),
    body_markdown: t(`consent-templates:${template}.text`, values).replaceAll(/ +$/gm, ''),
  };
}
