import { z } from 'zod';
import { countryCodes } from '../../accounts/iso-codes';
import { researchersOnly } from '../../base/access';
import { endpoint } from '../../base/endpoint';
import { singleLine } from '../../base/fields';
import { paymentsLimits } from '../limits';

/** The address on receipts. It has no tax number; this software collects none. */
export const InvoiceAddress = z
  .strictObject({
    /** The name of the institution or person. */
    name: singleLine(paymentsLimits.addressLine),
    lines: z
      .array(singleLine(paymentsLimits.addressLine))
      .min(1, { error: 'required' })
      .max(paymentsLimits.addressLines),
    /** ISO 3166-1 alpha-2. */
    country: z.enum(countryCodes),
  })
  .meta({ id: 'InvoiceAddress' });
export type InvoiceAddress = z.output<typeof InvoiceAddress>;

const KeptAddress = z.object({ address: InvoiceAddress.nullable() });

export const readInvoiceAddress = endpoint('GET', '/api/invoice-address/', {
  summary: 'The own invoice address, which new receipts of deposits and sessions have',
  access: researchersOnly,
  replies: { 200: KeptAddress },
  errors: ['forbidden'],
});
export const saveInvoiceAddress = endpoint('PUT', '/api/invoice-address/', {
  summary: 'Set the own invoice address; receipts that were issued before keep theirs',
  access: researchersOnly,
  body: InvoiceAddress,
  replies: { 200: KeptAddress },
  errors: ['forbidden'],
});
export const deleteInvoiceAddress = endpoint('DELETE', '/api/invoice-address/', {
  summary: 'Forget the own invoice address',
  access: researchersOnly,
  replies: { 204: null },
  errors: ['forbidden'],
});
