import * as contract from '../../contracts/external-returns/external-returns';
import { externalReturnsErrors } from '../../contracts/external-returns/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import { externalReturnsTexts } from './external-returns-texts';
import { defineContext, endpointsOf, noPersonalData } from '../platform/context/context';
import { ExternalReturnCount } from './external-return.entity';
import { externalReturnsRateLimits } from './external-returns.rate-limits';
import { ExternalReturnsModule } from './external-returns.module';
import { ExternalSecret } from './external-secret.entity';

const keyPurposes = ['external-return'] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const keptDays = 90;

export const externalReturns = defineContext({
  name: 'external-returns',
  about: 'Studies at other websites: the links to them, and how they give participants back.',
  texts: [externalReturnsTexts],
  errors: declareErrors(externalReturnsErrors, (code, values) =>
    externalReturnsTexts.sentence(`error.${code}`, values),
  ),
  modules: [ExternalReturnsModule],
  controllers: async () => [
    (await import('./external-returns.controller.js')).ExternalReturnsController,
  ],
  endpoints: endpointsOf(contract),
  policies: [
    {
      name: 'participation.external',
      means: 'The participant alone reads their link to an external study, and types its code.',
      decidedBy: 'thing',
    },
  ],
  limits: Object.values(externalReturnsRateLimits),
  tables: [
    {
      entity: ExternalSecret,
      holds: 'the secret by which an external study proves returns to a session',
      sealed: [{ column: 'secret', purpose: 'external-return', row: 'session_id' }],
      personalData: noPersonalData('a random secret of a session'),
      retention: { kept: 'for ever, as its session' },
    },
    {
      entity: ExternalReturnCount,
      holds: 'what external studies said of participants, by tag and day, and what came of it',
      personalData: {
        about: 'the participant, by the tag of a session',
        erased: { stays: 'a tag that nobody can lead back without the key and the link' },
        exported: { not: 'the participations in the copy say what came of it' },
      },
      retention: {
        kept: `${keptDays} days from its day on`,
        expires: {
          key: 'id',
          where: `day < (($1::timestamptz - interval '${keptDays} days') AT TIME ZONE 'UTC')::date`,
        },
      },
    },
  ],
  keyPurposes,
});
