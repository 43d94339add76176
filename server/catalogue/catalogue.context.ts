import * as consentsContract from '../../contracts/studies/consents';
import * as consentFromFile from '../../contracts/studies/consent-from-file';
import * as fitsContract from '../../contracts/catalogue/eligibility-fits';
import * as ownStudiesContract from '../../contracts/studies/own-studies';
import * as studiesContract from '../../contracts/studies/studies';
import { defineContext, endpointsOf } from '../platform/context/context';
import { CatalogueModule } from './catalogue.module';

export const catalogue = defineContext({
  name: 'catalogue',
  about: 'Studies together with their sessions: cards and whom they fit, pages, own lists.',
  modules: [CatalogueModule],
  endpoints: [
    studiesContract,
    fitsContract,
    ownStudiesContract,
    consentsContract,
    consentFromFile,
  ].flatMap(endpointsOf),
  controllers: async () => [
    (await import('./studies.controller.js')).StudiesController,
    (await import('./consent.controller.js')).ConsentController,
    (await import('./eligible-sessions.controller.js')).EligibleSessionsController,
  ],
});
