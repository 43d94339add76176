import { access } from './access/access.context';
import { apiTokens } from './api-tokens/api-tokens.context';
import { accounts } from './accounts/accounts.context';
import { audit } from './audit/audit.context';
import { authentication } from './authentication/authentication.context';
import { catalogue } from './catalogue/catalogue.context';
import { collaborators } from './collaborators/collaborators.context';
import { dataRights } from './data-rights/data-rights.context';
import { enrolment } from './enrolment/enrolment.context';
import { externalReturns } from './external-returns/external-returns.context';
import { ledger } from './ledger/ledger.context';
import { live } from './live/live.context';
import { mail } from './mail/mail.context';
import { collectCapabilities } from './platform/context/capabilities';
import type { Context } from './platform/context/context';
import { notices } from './notices/notices.context';
import { messages } from './messages/messages.context';
import { operator } from './operator/operator.context';
import { platform } from './platform/platform.context';
import { payments } from './payments/payments.context';
import { processes } from './processes/processes.context';
import { resources } from './resources/resources.context';
import { researchData } from './research-data/research-data.context';
import { researchers } from './researchers/researchers.context';
import { runtime } from './runtime/runtime.context';
import { slots } from './slots/slots.context';
import { studies } from './studies/studies.context';
import { studyFiles } from './study-files/study-files.context';
import { teaching } from './teaching/teaching.context';
import { webhooks } from './webhooks/webhooks.context';

/**
 * The contexts of the product, the lowest first. A context may import only contexts before it. A
 * new context is added here.
 */
export const contexts: readonly Context[] = [
  platform,
  access,
  mail,
  ledger,
  accounts,
  operator,
  authentication,
  researchers,
  studies,
  resources,
  studyFiles,
  enrolment,
  externalReturns,
  runtime,
  collaborators,
  researchData,
  slots,
  payments,
  teaching,
  webhooks,
  apiTokens,
  messages,
  catalogue,
  notices,
  live,
  dataRights,
  audit,
  processes,
];

/**
 * The declarations of all contexts combined.
 * @throws Error if a declaration is missing
 */
export const capabilities = collectCapabilities(contexts);
