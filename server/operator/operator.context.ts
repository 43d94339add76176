import * as contract from '../../contracts/operator/operator';
import {
  defineContext,
  endpointsOf,
  accountHolderDeclaration,
  noPersonalData,
  accountRowsSection,
} from '../platform/context/context';
import { OperatorPageVersion } from './operator-page.entity';
import { TermsAcceptanceRow } from './terms-acceptance.entity';

export const operator = defineContext({
  name: 'operator',
  about: 'Who runs the installation: its pages by version, and who accepted which terms of use.',
  serverModules: async () => [(await import('./operator.module.js')).OperatorModule],
  controllers: async () => [(await import('./operator.controller.js')).OperatorController],
  endpoints: endpointsOf(contract),
  tables: [
    {
      entity: OperatorPageVersion,
      holds: 'a text that a page of the operator has had',
      personalData: noPersonalData('written by the operator for everybody to read'),
      retention: { kept: 'for ever: people read and accepted it' },
    },
    {
      entity: TermsAcceptanceRow,
      holds: 'that an account accepted a version of the terms of use, and when',
      personalData: accountHolderDeclaration('account'),
      retention: { kept: 'as long as the account' },
    },
  ],
  exportFiles: [
    {
      name: 'account',
      position: 10,
      sections: [accountRowsSection('accepted_terms', 'identity.terms_acceptance')],
    },
  ],
});
