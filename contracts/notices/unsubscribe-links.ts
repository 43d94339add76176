import { anyone } from '../base/access';
import type { DocumentedOperation } from '../base/non-json-operations';

const text = { type: 'string' };
const token = { name: 'token', in: 'path', required: true, schema: text };
const form = { schema: { type: 'object', properties: { 'List-Unsubscribe': text } } };

/** The link of a mail's `List-Unsubscribe` (RFC 8058): the token in the address is the permission. */
export const unsubscribeLink: DocumentedOperation = {
  method: 'get',
  path: '/api/notices/unsubscribe/{token}/',
  summary: 'Changes nothing: leads to the page of the web app that asks',
  access: anyone,
  errors: [],
  parameters: [token],
  replies: {
    303: {
      description: 'On to the web app, with the token behind `#`',
      headers: {
        Location: {
          description: 'An address of the web app',
          schema: { type: 'string', format: 'uri' },
        },
      },
    },
  },
};

/**
 * The request of a mail program or mail service that unsubscribes on behalf of the person (RFC
 * 8058, 3.2).
 */
export const unsubscribeOneClick: DocumentedOperation = {
  method: 'post',
  path: '/api/notices/unsubscribe/{token}/',
  summary: 'Switches off the kind of email that had this link, without signing in',
  access: anyone,
  errors: ['not_found', 'unsupported_media_type', 'too_large'],
  parameters: [token],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
  },
  replies: { 204: { description: 'It is off, also if it was before' } },
};
