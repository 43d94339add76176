import * as reportsContract from '../../contracts/messages/message-reports';
import { messagesErrors } from '../../contracts/messages/errors';
import { declareErrors } from '../platform/i18n/error-texts';
import * as contract from '../../contracts/messages/messages';
import { participationIdsOfAccount } from '../enrolment/participations/discussed-participation';
import { messagesLimits } from '../../contracts/messages/limits';
import { defineContext, endpointsOf } from '../platform/context/context';
import { deleteMessages, ForgetMessagesJob } from './forget-messages.job';
import { messageMails } from './mails/message.mail';
import { BroadcastRow, ConversationRow, MessageReportRow, MessageRow } from './message.entity';
import { messagesTexts } from './messages-texts';
import { MessagesConsumer } from './messages.consumer';
import { messagesEvents } from './messages.events';
import { messagesExports } from './messages.exports';
import { messagesRateLimits } from './messages.rate-limits';
import { MessagesModule } from './messages.module';
import { messagePolicies } from './messages.policy';
import { SendBroadcastsJob } from './send-broadcasts.job';

const keyPurposes = [
  'message',
  'message-key',
  'message-list',
  'message-report',
  'message-broadcast',
] as const;

declare module '../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof keyPurposes)[number], true> {}
}

const quiet = { kept: "until 90 days after the participation's last transition" };

export const messages = defineContext({
  name: 'messages',
  about: "Messages between a study's people and a participant, about one participation.",
  texts: [messagesTexts],
  errors: declareErrors(messagesErrors, (code, values) =>
    messagesTexts.sentence(`error.${code}`, values),
  ),
  modules: [MessagesModule],
  controllers: async () => [
    (await import('./messages.controller.js')).MessagesController,
    (await import('./reports/message-reports.controller.js')).MessageReportsController,
  ],
  endpoints: [...endpointsOf(contract), ...endpointsOf(reportsContract)],
  events: messagesEvents,
  policies: messagePolicies,
  consumers: { messages: MessagesConsumer },
  mails: [messageMails],
  limits: Object.values(messagesRateLimits),
  jobs: [ForgetMessagesJob, SendBroadcastsJob],
  tables: [
    {
      entity: MessageRow,
      holds: 'a sealed message about a participation; in anonymous sessions with the day alone',
      sealed: [{ column: 'text', purpose: 'message', row: 'id' }],
      personalData: {
        about: 'the participant, by pseudonym, and whoever is named in the text',
        erased: { by: 'statement' },
        exported: { in: 'messages' },
      },
      retention: quiet,
    },
    {
      entity: ConversationRow,
      holds: 'how many messages a participation has, and until where each side has read them',
      personalData: {
        about: 'the participant, by pseudonym',
        erased: { by: 'statement' },
        exported: { not: 'the messages say it' },
      },
      retention: quiet,
    },
    {
      entity: MessageReportRow,
      holds: 'that a message was shown to the administrators, sealed why, and what they decided',
      sealed: [{ column: 'reason', purpose: 'message-report', row: 'id' }],
      personalData: {
        about: 'the participant, by pseudonym, and whoever is named in the text',
        erased: { by: 'statement' },
        exported: { not: 'a report stands between one side and the administrators' },
      },
      retention: { kept: 'as long as the message' },
    },
    {
      entity: BroadcastRow,
      holds: 'a sealed message to everybody of a session in some states, and how far it has come',
      sealed: [{ column: 'text', purpose: 'message-broadcast', row: 'id' }],
      personalData: {
        about: 'whoever is named in the text',
        erased: { stays: 'research outlives its owner' },
        exported: { not: 'what participants got of it is in their messages' },
      },
      retention: {
        kept: `${messagesLimits.messageDays} days`,
        expires: { key: 'id', where: 'expires_at <= $1' },
      },
    },
  ],
  keyPurposes,
  exportFiles: messagesExports,
  erasure: {
    /**
     * Deletes the account's messages before the enrolment context deletes the links between the
     * account and its participations: without these links, the server cannot find the messages.
     */
    async erase(tx, accountId, _at, secrets) {
      const own = await participationIdsOfAccount(tx, accountId, secrets);
      await deleteMessages(tx, own);
      return undefined;
    },
  },
});
